import type { PostCard } from '#shared/api/posts.ts'
import { copyLink as copy, useShareLink } from '#web/ui/use-share-link.ts'

type Shared = Pick<PostCard, 'id' | 'post_name'>

/**
 * Shares a post's address: through the device if it can, otherwise by copying it. `copied` is true for 2 s
 * afterwards.
 */
export function useSharePost(post: Shared) {
  return useShareLink({ title: post.post_name, path: `/ignite/${post.id}` })
}

/** Copies a post's address to the clipboard and says so, or why not. Returns whether it worked. */
export function copyLink(post: Shared): Promise<boolean> {
  return copy(`/ignite/${post.id}`)
}
