import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { toast } from '#web/ui/toast.ts'
import { changePost, restorePosts } from './cache.ts'

/** Saves a post or takes it out of the saved ones; shown at once, and undone from the toast. */
export function useSavePost(post: Pick<PostCard, 'id'>) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [posts.save.path, post.id],
    // Two quick clicks are sent in their order, so that the last one counts.
    scope: { id: `save ${post.id}` },
    mutationFn: (saved: boolean) =>
      saved
        ? call(posts.save, { body: { post_id: post.id } })
        : call(posts.unsave, { query: { id: post.id } }),
    onMutate: saved => changePost(queryClient, post.id, card => ({ ...card, saved })),
    onSuccess: (_, saved) =>
      toast.success(saved ? 'Post saved successfully!' : 'Post removed successfully!', {
        action: { label: 'Undo', onClick: () => mutate(!saved) },
      }),
    onError: (error, _, before) => {
      if (before) restorePosts(queryClient, before)
      const reason = error instanceof ProblemError ? ` ${error.detail}` : ''
      toast.error(`Unable to save the post.${reason}`)
    },
  })
  return mutate
}
