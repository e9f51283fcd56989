import type { PostCard } from '#shared/api/posts.ts'
import { useShareLink } from '#web/ui/use-share-link.ts'

/** Shares a post's address. */
export function useSharePost(post: Pick<PostCard, 'id' | 'post_name'>) {
  return useShareLink({ title: post.post_name, path: `/ignite/${post.id}` })
}
