import { useInfiniteQuery } from '@tanstack/react-query'
import type { Profile } from '#shared/api/profiles.ts'
import { personPostsQuery } from '#web/features/profiles/queries.ts'

/** The post on which a person is booked from their profile: the first that they show, or their latest. */
export function useBookedPost({ username, highlights }: Profile): string | undefined {
  const { data } = useInfiniteQuery({ ...personPostsQuery(username, ''), enabled: highlights.length === 0 })
  return (highlights[0] ?? data?.pages[0]?.posts[0])?.id
}
