import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { changePost, refreshDocuments, refreshOwnProfile, restorePost } from './cache.ts'
import { postQuery } from './queries.ts'

/** Deletes the person's own post; it leaves every list at once and comes back if that fails. */
export function useDeletePost(post: PostCard) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [posts.remove.path, post.id],
    mutationFn: () => remove(post.id),
    onMutate: () => changePost(queryClient, post.id, () => null),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: postQuery(post.id).queryKey })
      refreshOwnProfile(queryClient)
      refreshDocuments(queryClient)
      toast.success('Your post was deleted.')
    },
    onError: (error, _, before = []) => {
      restorePost(queryClient, post.id, before)
      const title = `“${post.post_name}”`
      if (!mayHaveHappened(error)) return toast.error(`${title} is still there. ${problemText(error)}`)
      for (const [queryKey] of before) void queryClient.invalidateQueries({ queryKey, exact: true })
      toast.error(`We don’t know whether ${title} was deleted. ${problemText(error)}`)
    },
  })
  return mutate
}

async function remove(id: string): Promise<void> {
  await call(posts.remove, { query: { id } }).catch(error => {
    // Deleted meanwhile: on another device, by an operator, or by an attempt whose answer was lost.
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
  })
}
