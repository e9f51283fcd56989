import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { toast } from '#web/ui/toast.ts'

/** Asks for the post anew if its document is missing: its author has replaced the document, or deleted the post. */
export function askIfMissing(
  queryClient: QueryClient,
  { id }: Pick<PostCard, 'id'>,
  error: unknown,
): boolean {
  const missing = error instanceof Error && isMissing(error)
  if (missing) void queryClient.invalidateQueries({ queryKey: [posts.get.path, id] })
  return missing
}

/** Calls `askIfMissing` with the error that the reader shows instead of the document. */
export function useAskIfMissing(post: PostCard, error: unknown): void {
  const queryClient = useQueryClient()
  useEffect(() => void askIfMissing(queryClient, post, error), [queryClient, post, error])
}

/** Says that another document has taken the place of the one that was being read. */
export function useNewVersionNote(post: PostCard): void {
  const before = useRef(post)
  useEffect(() => {
    const { id, doc_url } = before.current
    before.current = post
    if (id === post.id && doc_url !== post.doc_url) toast.message('The author shared a new version.')
  }, [post])
}
