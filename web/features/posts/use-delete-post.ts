import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { changePost, refreshOwnProfile, restorePost } from './cache.ts'
import { postQuery } from './queries.ts'

/** Deletes the person's own post; it leaves every list at once and comes back if the server refuses. */
export function useDeletePost(post: PostCard) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [posts.remove.path, post.id],
    mutationFn: () => call(posts.remove, { query: { id: post.id } }),
    onMutate: () => changePost(queryClient, post.id, () => null),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: postQuery(post.id).queryKey })
      refreshOwnProfile(queryClient)
      toast.success('Your post was deleted.')
    },
    onError: (error, _, before) => {
      if (before) restorePost(queryClient, post.id, before)
      toast.error(`“${post.post_name}” is still there. ${problemText(error)}`)
    },
  })
  return mutate
}
