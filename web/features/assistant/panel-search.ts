import { pageOfAddress } from '#shared/domain/page-of-address.ts'

type Search = Record<string, unknown>

/** The URL state of an open document: its page, and the open part of the assistant. */
export function panelSearch({ page, panel, dialogue }: Search) {
  return {
    page: pageOfAddress(page),
    panel: panel === 'open' ? ('open' as const) : undefined,
    dialogue: typeof dialogue === 'string' && dialogue !== '' ? dialogue : undefined,
  }
}
