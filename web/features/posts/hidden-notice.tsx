import { EyeOff } from 'lucide-react'
import type { PostCard } from '#shared/api/posts.ts'
import { cx } from '#web/ui/cx.ts'

/** Tells the author of a hidden post why others don't see it. Nothing on other posts. */
export function HiddenNotice({
  post,
  brief = false,
  className,
}: {
  post: PostCard
  brief?: boolean
  className?: string
}) {
  if (post.hidden_reason === null) return null
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 rounded-6 bg-caution-wash px-3 py-2 text-14 text-caution',
        className,
      )}
    >
      <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className={cx('min-w-0', brief ? 'line-clamp-2' : 'whitespace-pre-line')} dir="auto">
        <strong className="font-semibold">
          {post.is_owner ? 'Hidden from everyone but you.' : 'Hidden from everyone but its author.'}
        </strong>{' '}
        {post.hidden_reason}
      </p>
    </div>
  )
}
