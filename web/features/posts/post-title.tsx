import { Link } from '@tanstack/react-router'
import type { PostCard } from '#shared/api/posts.ts'
import { cx } from '#web/ui/cx.ts'
import { openedPost } from './opened-post.ts'

/** The post's title, as a link that covers the whole card. */
export function PostTitle({ post, className }: { post: PostCard; className?: string }) {
  return (
    <h2 id={`post-${post.id}`} className={cx('font-serif text-18 font-semibold', className)}>
      <Link
        to="/ignite/$postId"
        params={{ postId: post.id }}
        viewTransition
        onClick={() => openedPost.set(post.id)}
        dir="auto"
        title={post.post_name}
        className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
      >
        {post.post_name}
      </Link>
    </h2>
  )
}
