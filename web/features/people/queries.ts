import { infiniteQueryOptions } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'

export type PeoplePage = { people: PersonCard[]; next_cursor: string | null }
type PageParam = { offset: number; cursor?: string }

/** How every list of people pages: by the cursor, with the count beside it for servers that forgot the cursor. */
export const peoplePaging = {
  initialPageParam: { offset: 0 } as PageParam,
  getNextPageParam: (last: PeoplePage, all: PeoplePage[]): PageParam | undefined =>
    last.next_cursor === null
      ? undefined
      : { offset: all.reduce((sum, page) => sum + page.people.length, 0), cursor: last.next_cursor },
  // A refresh would ask for every page one has scrolled past.
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

export type FollowSide = 'followers' | 'following'

/** Who follows a person, or whom they follow. */
export const followListQuery = (side: FollowSide, username: string) =>
  infiniteQueryOptions({
    queryKey: [follows[side].path, username],
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const { data, next_cursor } = await call(
        follows[side],
        { query: { username, ...pageParam } },
        { signal },
      )
      return { people: data, next_cursor }
    },
    ...peoplePaging,
  })

/** The people of a paged list, each once: one who comes while paging can push another onto the next page. */
export function peopleOf(pages: readonly PeoplePage[]): PersonCard[] {
  return [...new Map(pages.flatMap(page => page.people.map(person => [person.id, person] as const))).values()]
}

/** The two lists of a person, as tabs name them. */
export const followSides: readonly { side: FollowSide; label: string }[] = [
  { side: 'followers', label: 'Followers' },
  { side: 'following', label: 'Following' },
]
