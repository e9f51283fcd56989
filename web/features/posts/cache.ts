import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { PostCard } from '#shared/api/posts.ts'
import { type FeedType, feedQuery, newestQuery, type PostPage, postQuery } from './queries.ts'

type Cached = PostCard | PostPage | InfiniteData<PostPage>

/** Every cached answer that had the post, as it was before a change: what to put back should the change fail. */
export type Before = [QueryKey, Cached][]

/** Changes a post wherever it is cached, or takes it out of every list (null). */
export function changePost(
  queryClient: QueryClient,
  id: string,
  change: (post: PostCard) => PostCard | null,
): Before {
  const before: Before = []
  const pick = (post: PostCard) => (post.id === id ? change(post) : post)
  const inPage = (page: PostPage): PostPage => ({
    ...page,
    posts: page.posts.map(pick).filter(post => post !== null),
  })
  for (const [key, data] of queryClient.getQueriesData({})) {
    const post = findIn(data, id)
    if (!post) continue
    const cached = data as Cached
    before.push([key, cached])
    if (isList(cached)) queryClient.setQueryData(key, { ...cached, pages: cached.pages.map(inPage) })
    else if ('posts' in cached) queryClient.setQueryData(key, inPage(cached))
    else queryClient.setQueryData(key, change(cached) ?? cached)
  }
  return before
}

export function restorePosts(queryClient: QueryClient, before: Before): void {
  for (const [key, data] of before) queryClient.setQueryData(key, data)
}

/** Shows a post that was just made at the head of the recent feed. */
export function addPost(queryClient: QueryClient, post: PostCard): void {
  queryClient.setQueryData(postQuery(post.id).queryKey, post)
  queryClient.setQueryData(feedQuery('recent').queryKey, data => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.posts.some(other => other.id === post.id)) return data
    return { ...data, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] }
  })
  void queryClient.invalidateQueries({ queryKey: newestQuery('recent').queryKey })
}

/** Starts a feed again from its newest page. */
export function showNewest(queryClient: QueryClient, type: FeedType, newest: PostPage): void {
  queryClient.setQueryData(feedQuery(type).queryKey, { pages: [newest], pageParams: [{ offset: 0 }] })
}

/** Lets a post that some list has loaded be shown at once on its own page, and refreshed behind. */
export function seedPost(queryClient: QueryClient, id: string): void {
  const { queryKey } = postQuery(id)
  if (queryClient.getQueryData(queryKey)) return
  for (const [, data] of queryClient.getQueriesData({})) {
    const post = findIn(data, id)
    if (post) return void queryClient.setQueryData(queryKey, post, { updatedAt: 1 })
  }
}

function findIn(data: unknown, id: string): PostCard | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (isList(data)) return data.pages.map(page => findIn(page, id)).find(post => post !== undefined)
  if ('posts' in data && Array.isArray(data.posts)) return data.posts.find((post: PostCard) => post.id === id)
  return 'post_name' in data && 'id' in data && data.id === id ? (data as PostCard) : undefined
}

function isList(data: object): data is InfiniteData<PostPage> {
  return 'pages' in data && Array.isArray(data.pages)
}
