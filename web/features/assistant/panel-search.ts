type Search = Record<string, unknown>

/** What the address of an open document says: its page, and what of the assistant is open. */
export function panelSearch({ page, panel, dialogue }: Search) {
  return {
    page: typeof page === 'number' && Number.isInteger(page) && page >= 1 ? page : undefined,
    panel: panel === 'open' ? ('open' as const) : undefined,
    dialogue: typeof dialogue === 'string' && dialogue !== '' ? dialogue : undefined,
  }
}
