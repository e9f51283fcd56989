import type { PersonCard } from '#shared/api/people.ts'
import { cursorPaging } from '#web/lib/cursor-paging.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type PeoplePage = { people: PersonCard[]; next_cursor: string | null }

/** How every list of people pages. */
export const peoplePaging = {
  ...cursorPaging<PeoplePage>(page => page.people),
  // A refetch would load every page that was scrolled past.
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

/** The people of a paged list, each once. */
export function peopleOf(pages: readonly PeoplePage[]): PersonCard[] {
  return eachOnce(pages.flatMap(page => page.people))
}
