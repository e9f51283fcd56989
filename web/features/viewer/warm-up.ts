import type { QueryClient } from '@tanstack/react-query'
import type { PostCard } from '#shared/api/posts.ts'
import { pdfWorkerUrl } from '#web/lib/pdfjs-worker.ts'
import { addressQuery } from './queries.ts'

/**
 * Begins what a document will need while the reader's own code is on its way: the largest part of pdf.js, into the
 * browser's cache, and the link to the file. Coming `near` a link asks for no document yet.
 */
export function warmUp(queryClient: QueryClient, post: PostCard, near: boolean): void {
  if (post.kind === 'pdf') fetch(pdfWorkerUrl).catch(() => {})
  if (!near) void queryClient.prefetchQuery(addressQuery(post.doc_url))
}
