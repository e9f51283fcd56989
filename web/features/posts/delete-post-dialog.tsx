import type { PostCard } from '#shared/api/posts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { extentOf } from './post-facts.tsx'
import { useDeletePost } from './use-delete-post.ts'

/** Asks before a post is deleted, and says what goes with it: it can't be undone. */
export function DeletePostDialog({
  post,
  open,
  onClose,
  onDeleted,
}: {
  post: PostCard
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const remove = useDeletePost(post)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this post?"
      action="Delete"
      onConfirm={() => {
        onClose()
        remove()
        onDeleted?.()
      }}
    >
      <p className="font-serif text-18 font-semibold" dir="auto">
        {post.post_name}
      </p>
      <p className="mt-2 text-14 text-ink-soft">
        This permanently deletes the post and its document ({post.doc_name}, {extentOf(post).toLowerCase()}),
        even for people who saved it.
        {post.hourly_rate !== null && ' Meetings that were booked on it stay.'}
      </p>
    </ConfirmDialog>
  )
}
