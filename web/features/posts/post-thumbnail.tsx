import { type CSSProperties, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { cx } from '#web/ui/cx.ts'
import { splitSubject } from './course-style.ts'

/** The document's first page lying on a desk of its course's colour; a blank one of the course where there is no picture. */
export function PostThumbnail({
  post,
  eager = false,
  className,
  style,
}: {
  post: Pick<PostCard, 'thumb_url' | 'course_subject'>
  /** For pictures on the first screen. */
  eager?: boolean
  className?: string
  style?: CSSProperties | undefined
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = post.thumb_url !== null && post.thumb_url !== failed
  return (
    <div
      className={cx('relative overflow-hidden bg-course-wash', className)}
      style={style}
      aria-hidden="true"
    >
      <div className="absolute inset-0 flex flex-col items-center px-[9%] pt-[5%]">
        {shown ? (
          <img
            src={post.thumb_url!}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
            onError={() => setFailed(post.thumb_url)}
            // An upright page is cut by the desk's edge; a wide one lies whole in its middle.
            className="my-auto block max-h-[170%] max-w-full shrink-0 rounded-t-6 bg-white shadow-floating dark:brightness-90"
          />
        ) : (
          <BlankPage subject={post.course_subject} />
        )}
      </div>
    </div>
  )
}

function BlankPage({ subject }: { subject: string }) {
  return (
    <div className="flex aspect-[1/1.414] w-[62%] max-w-60 shrink-0 flex-col rounded-t-6 bg-sheet px-[9%] pt-[9%] shadow-floating">
      <span className="h-1 w-1/3 rounded-full bg-course" />
      <span className="mt-[8%] line-clamp-2 font-serif text-18 leading-tight font-semibold text-course-ink">
        {splitSubject(subject).code}
      </span>
      {['w-full', 'w-11/12', 'w-full', 'w-3/4', 'w-full', 'w-5/6'].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ruled lines of a blank page never change
        <span key={line} className={cx('mt-[9%] h-px bg-line', width)} />
      ))}
    </div>
  )
}
