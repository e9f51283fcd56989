import { infiniteQueryOptions } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { call } from '#web/lib/api.ts'

export type FollowSide = 'followers' | 'following'

/** A person's followers, or the people they follow; only those whose name contains the words of a text. */
export const followListQuery = (side: FollowSide, username: string, text = '') =>
  infiniteQueryOptions({
    queryKey: [follows[side].path, username, text],
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const { data, next_cursor } = await call(
        follows[side],
        { query: { username, ...(text && { text }), ...pageParam } },
        { signal },
      )
      return { people: data, next_cursor }
    },
    ...peoplePaging,
  })

/** The two lists of a person, by the names of their tabs. */
export const followSides: readonly { side: FollowSide; label: string }[] = [
  { side: 'followers', label: 'Followers' },
  { side: 'following', label: 'Following' },
]
