import { useRef } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete this post?"
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              remove()
              onDeleted?.()
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="font-serif text-18 font-semibold" dir="auto">
        {post.post_name}
      </p>
      <p className="mt-2 text-14 text-ink-soft">
        This permanently deletes the post and its document ({post.doc_name}, {extentOf(post).toLowerCase()}),
        even for people who saved it.
      </p>
    </Dialog>
  )
}
