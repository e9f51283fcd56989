import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostCard } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { keepPosition, showPage, unfinishedQuery } from './positions.ts'
import { dropUnsentPage } from './unsent-pages.ts'

/** Has Ignite forget the page where the person left a document, at once, and offers to undo it. */
export function useForgetPage() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
  const bringBack = useMutation({
    mutationFn: ({ doc_url, page_read }: PostCard) => keepPosition(doc_url, page_read ?? 1),
    onSuccess: (_, post) => showPage(queryClient, post, post.page_read),
    onError: error => toast.error(problemText(error)),
  })
  const forget = useMutation({
    mutationFn: ({ doc_url }: PostCard) => {
      dropUnsentPage(doc_url)
      return call(reading.forgetPosition, { query: { fileKey: doc_url } })
    },
    onMutate: post => showPage(queryClient, post, null),
    onSuccess: (_, post) => {
      // A feed that was on its way has brought the page back.
      showPage(queryClient, post, null)
      toast.success(`Removed. “${post.post_name}” will open at page 1.`, {
        action: { label: 'Undo', onClick: () => bringBack.mutate(post) },
      })
    },
    onError: (error, post) => {
      showPage(queryClient, post, post.page_read)
      toast.error(problemText(error))
    },
    onSettled: refresh,
  })
  return forget.mutate
}
