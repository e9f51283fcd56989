import type { PostCard } from '#shared/api/posts.ts'
import { copyLink as copy, useShareLink } from '#web/ui/use-share-link.ts'

type Shared = Pick<PostCard, 'id' | 'post_name'>

/** Shares a post's address: through the device where it can, else by copying it. `copied` is true for 2 s after. */
export function useSharePost(post: Shared) {
  return useShareLink({ title: post.post_name, path: `/ignite/${post.id}` })
}

/** Puts a post's address into the clipboard and says so, or why it isn't there. Answers whether it is. */
export function copyLink(post: Shared): Promise<boolean> {
  return copy(`/ignite/${post.id}`)
}
