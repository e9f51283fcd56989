import type { PersonCard } from '#shared/api/people.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type PeoplePage = { people: PersonCard[]; next_cursor: string | null }
type PageParam = { offset: number; cursor?: string }

/** How every list of people pages: by the cursor, plus the count for servers that forgot the cursor. */
export const peoplePaging = {
  initialPageParam: { offset: 0 } as PageParam,
  getNextPageParam: (last: PeoplePage, all: PeoplePage[]): PageParam | undefined =>
    last.next_cursor === null
      ? undefined
      : { offset: all.reduce((sum, page) => sum + page.people.length, 0), cursor: last.next_cursor },
  // A refetch would load every page that was scrolled past.
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

/** The people of a paged list, each once. */
export function peopleOf(pages: readonly PeoplePage[]): PersonCard[] {
  return eachOnce(pages.flatMap(page => page.people))
}
