import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { documents } from '#shared/api/documents.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { type FeedType, feedQuery, newestQuery, type PostPage, postQuery, savedQuery } from './queries.ts'

/** The part of a profile that matters here; its `posts` is a number. */
type WithHighlights = { highlights: PostCard[] }
type Cached = PostCard | PostPage | WithHighlights | InfiniteData<PostPage>

/** Every cached answer that contained the post before a change, to find its place if the change fails. */
export type Before = [QueryKey, Cached][]

/** Changes a post wherever it is cached, or removes it from every list (null). */
export function changePost(
  queryClient: QueryClient,
  id: string,
  change: (post: PostCard) => PostCard | null,
): Before {
  const before: Before = []
  for (const [key, data] of queryClient.getQueriesData({})) {
    if (!findIn(data, id)) continue
    const cached = data as Cached
    before.push([key, cached])
    // A list of saved posts drops a post that isn't saved anymore.
    const ofSaved = key[0] === savedQuery.queryKey[0]
    const inList = (posts: PostCard[]) =>
      posts.flatMap(post => {
        const changed = post.id === id ? change(post) : post
        return changed === null || (ofSaved && !changed.saved) ? [] : [changed]
      })
    queryClient.setQueryData(key, changeIn(cached, inList, change))
  }
  return before
}

function changeIn(
  cached: Cached,
  inList: (posts: PostCard[]) => PostCard[],
  change: (post: PostCard) => PostCard | null,
): Cached {
  if (isList(cached)) {
    const pages = cached.pages.map(page => ({ ...page, posts: inList(page.posts) }))
    return { ...cached, pages }
  }
  if ('highlights' in cached) return { ...cached, highlights: inList(cached.highlights) }
  if ('posts' in cached) return { ...cached, posts: inList(cached.posts) }
  return change(cached) ?? cached
}

/**
 * Undoes a `changePost` that returned `before`, and nothing that has happened since to other posts: it is saved as it was, and back
 * in the lists that it left.
 */
export function restorePost(queryClient: QueryClient, id: string, before: Before): void {
  for (const [key, data] of before) {
    const post = findIn(data, id)!
    const { saved, notes } = post
    const restore = (card: PostCard) => (card.id === id ? { ...card, saved, notes } : card)
    queryClient.setQueryData<Cached>(key, now => {
      if (!now) return now
      if (findIn(now, id)) return changeIn(now, posts => posts.map(restore), restore)
      return putBack(now, post, listedIn(data))
    })
  }
}

/** Puts a post behind the nearest of those that were before it and are still there, otherwise first. */
function putBack(now: Cached, post: PostCard, before: PostCard[]): Cached {
  const there = new Set(listedIn(now).map(({ id }) => id))
  const index = before.findIndex(({ id }) => id === post.id)
  const above = before.slice(0, index).findLast(({ id }) => there.has(id))
  let isIn = false
  const inList = (posts: PostCard[]) => {
    const at = above ? posts.findIndex(({ id }) => id === above.id) + 1 : 0
    if (isIn || (above && at === 0)) return posts
    isIn = true
    return posts.toSpliced(at, 0, post)
  }
  return changeIn(now, inList, card => card)
}

/**
 * Refetches the list of saved posts if the cache can't tell how it continues: a post was added that no page
 * has, or everything loaded is gone.
 */
export function refreshSaved(queryClient: QueryClient, added: string | null): void {
  const { queryKey } = savedQuery
  const list = queryClient.getQueryData(queryKey)
  const known = added === null ? list?.pages.some(page => page.posts.length > 0) : findIn(list, added)
  if (!known) void queryClient.invalidateQueries({ queryKey })
}

/** Shows a new post at the top of the recent feed, and in every other list that has it. */
export function addPost(queryClient: QueryClient, post: PostCard): void {
  queryClient.setQueryData(postQuery(post.id).queryKey, post)
  queryClient.setQueryData(feedQuery('recent').queryKey, data => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.posts.some(other => other.id === post.id)) return data
    return { ...data, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] }
  })
  void queryClient.invalidateQueries({ queryKey: newestQuery('recent').queryKey })
  refreshSearches(queryClient)
  // Only the server knows whether its course is one of the person's.
  void queryClient.invalidateQueries({ queryKey: feedQuery('classes').queryKey })
  void queryClient.invalidateQueries({ queryKey: [posts.ofPerson.path] })
  void queryClient.invalidateQueries({ queryKey: [posts.ofCourse.path] })
  refreshOwnProfile(queryClient)
}

/** Refetches the posts of searches, which the server may find by other texts now, and their documents. */
export function refreshSearches(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [search.posts.path] })
  refreshDocuments(queryClient)
}

/** Refetches the lists of documents. */
export function refreshDocuments(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [search.pages.path] })
  void queryClient.invalidateQueries({ queryKey: [documents.ofCourse.path] })
}

/** Refetches what a profile says about the person's posts: how many, and in which CRNs. */
export function refreshOwnProfile(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [profiles.own.path] })
  void queryClient.invalidateQueries({ queryKey: [profiles.uniqueCrns.path] })
}

/** Restarts a feed from its newest page. */
export function showNewest(queryClient: QueryClient, type: FeedType, newest: PostPage): void {
  queryClient.setQueryData(feedQuery(type).queryKey, { pages: [newest], pageParams: [{ offset: 0 }] })
}

/** Shows a post from a loaded list at once on its own page, and refreshes it in the background. */
export function seedPost(queryClient: QueryClient, id: string): void {
  const { queryKey } = postQuery(id)
  if (queryClient.getQueryData(queryKey)) return
  for (const [, data] of queryClient.getQueriesData({})) {
    const post = findIn(data, id)
    if (post) return void queryClient.setQueryData(queryKey, post, { updatedAt: 1 })
  }
}

function listedIn(cached: Cached): PostCard[] {
  if (isList(cached)) return cached.pages.flatMap(page => page.posts)
  if ('highlights' in cached) return cached.highlights
  return 'posts' in cached ? cached.posts : [cached]
}

function findIn(data: unknown, id: string): PostCard | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (isList(data)) return data.pages.map(page => findIn(page, id)).find(post => post !== undefined)
  const list = 'highlights' in data ? data.highlights : 'posts' in data ? data.posts : undefined
  if (Array.isArray(list)) return list.find((post: PostCard) => post.id === id)
  return 'post_name' in data && 'id' in data && data.id === id ? (data as PostCard) : undefined
}

function isList(data: object): data is InfiniteData<PostPage> {
  return 'pages' in data && Array.isArray(data.pages)
}
