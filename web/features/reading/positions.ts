import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { mostUnfinished, reading } from '#shared/api/reading.ts'
import { changePost } from '#web/features/posts/cache.ts'
import { call } from '#web/lib/api.ts'
import { isAway } from '#web/lib/problem-error.ts'
import { sendPage, sendUnsentPages, unsentPage } from './unsent-pages.ts'

let keeping: Promise<unknown> = Promise.resolve()

/** The page where a person left a document, fetched each time it is opened. */
const positionQuery = (fileKey: string) =>
  queryOptions({
    queryKey: [reading.position.path, fileKey],
    queryFn: async ({ signal }) => {
      // Reopening must not overtake the save on closing.
      await keeping.catch(() => {})
      await sendUnsentPages()
      try {
        return (await call(reading.position, { query: { fileKey } }, { signal })).data.page_number
      } catch (error) {
        const unsent = unsentPage(fileKey)
        if (unsent === undefined || !isAway(error)) throw error
        return unsent
      }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** The page where a person left a document. If nobody answers, it is the one that its card knew when it was opened. */
export function usePageLeft(post: PostCard, enabled: boolean) {
  const [before] = useState(post.page_read)
  const { data, isPending, isError } = useQuery({ ...positionQuery(post.doc_url), enabled })
  return { page: isError ? before : data, isPending, isError }
}

/** Saves the current page; works even while the browser leaves the page. */
export function keepPosition(fileKey: string, pageNumber: number): Promise<unknown> {
  keeping = sendPage(fileKey, pageNumber)
  return keeping
}

/**
 * The documents to continue reading. What is read in this tab changes the list at once (`showPage`); otherwise it stays as it
 * is, since an entry that comes by itself would push the feed down.
 */
export const unfinishedQuery = queryOptions({
  queryKey: [reading.unfinished.path],
  queryFn: async ({ signal }): Promise<{ posts: PostCard[] }> => {
    await keeping.catch(() => {})
    await sendUnsentPages()
    return call(reading.unfinished, {}, { signal })
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { offline: true },
})

/** Shows on every card, and in the list to continue, at which page a person left a document; null if that was forgotten. */
export function showPage(queryClient: QueryClient, post: PostCard, page: number | null): void {
  const { queryKey } = unfinishedQuery
  const isUnfinished = page !== null && page > 1 && page < post.pages
  changePost(queryClient, post.id, card => ({ ...card, page_read: page }))
  queryClient.setQueryData(queryKey, list => {
    const others = list?.posts.filter(({ id }) => id !== post.id) ?? []
    const posts = isUnfinished ? [{ ...post, page_read: page }, ...others] : others
    return list && { ...list, posts: posts.slice(0, mostUnfinished) }
  })
  // Only the server knows which document takes its place.
  if (!isUnfinished) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
}
