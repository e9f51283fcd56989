import { NotebookPen } from 'lucide-react'
import type { PostCard } from '#shared/api/posts.ts'
import { saveDialog } from './post-dialogs.ts'

/** The person's notes on a saved post, which a click opens; if there are none, the offer to write some. */
export function PostNotes({ post }: { post: PostCard }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={post.notes ? `Edit notes: ${post.notes}` : 'Add notes'}
      onClick={() => saveDialog.open(post)}
      className="relative mt-1 flex min-w-0 items-start gap-2.5 rounded-6 bg-sunken px-3 py-2 text-left text-14 text-ink-soft transition-colors hover:text-ink coarse:min-h-11"
    >
      <NotebookPen aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint coarse:mt-1" />
      {post.notes ? (
        <span className="line-clamp-4 min-w-0 whitespace-pre-line wrap-anywhere coarse:mt-0.5" dir="auto">
          {post.notes}
        </span>
      ) : (
        <span className="text-ink-faint coarse:mt-0.5">Add notes</span>
      )}
    </button>
  )
}
