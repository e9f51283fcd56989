import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { cursorPaging } from '#web/lib/cursor-paging.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type FeedType = 'recent' | 'following' | 'classes'
export type PostPage = { posts: PostCard[]; next_cursor: string | null }

/** How every list of posts pages. */
export const paging = cursorPaging<PostPage>(page => page.posts)

/**
 * A feed. Never refetched automatically, since that would load every page a person has scrolled past;
 * `newestQuery` finds new posts and the page offers them.
 */
export const feedQuery = (type: FeedType) =>
  infiniteQueryOptions({
    queryKey: [posts.list.path, type],
    queryFn: ({ pageParam, signal }): Promise<PostPage> =>
      call(posts.list, { query: { type, ...pageParam } }, { signal }),
    ...paging,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { offline: true },
  })

/** The current first page of a feed. */
export const newestQuery = (type: FeedType) =>
  queryOptions({
    queryKey: [posts.list.path, type, 'newest'],
    queryFn: ({ signal }): Promise<PostPage> => call(posts.list, { query: { type } }, { signal }),
    refetchInterval: 60_000,
  })

/** The person's saved posts, the latest saved first. */
export const savedQuery = infiniteQueryOptions({
  queryKey: [posts.saved.path],
  queryFn: async ({ pageParam, signal }): Promise<PostPage> => {
    const page = await call(posts.saved, { query: pageParam }, { signal })
    return { posts: page.posts.map(saved => saved.postdetails), next_cursor: page.next_cursor }
  },
  ...paging,
  // Saving and removing updates the cache; a refetch would load every page that was scrolled past.
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
  meta: { offline: true },
})

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: [posts.get.path, id],
    queryFn: async ({ signal }) => (await call(posts.get, { params: { id } }, { signal })).post,
    meta: { offline: true },
  })

/** The posts of a course, newest first. */
export const coursePostsQuery = (courseId: number) =>
  infiniteQueryOptions({
    queryKey: [posts.ofCourse.path, courseId],
    queryFn: ({ pageParam, signal }): Promise<PostPage> =>
      call(posts.ofCourse, { query: { course_id: courseId, ...pageParam } }, { signal }),
    ...paging,
    refetchOnWindowFocus: false,
    meta: { offline: true },
  })

/** The posts of a paged list, each once. */
export function postsOf(pages: readonly PostPage[]): PostCard[] {
  return eachOnce(pages.flatMap(page => page.posts))
}
