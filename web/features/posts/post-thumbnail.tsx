import type { CSSProperties } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { splitSubject } from '#web/features/courses/course-style.ts'
import { cx } from '#web/ui/cx.ts'
import { pictureThatCanWait } from '#web/ui/picture-that-can-wait.ts'
import { useFailedPicture } from '#web/ui/use-failed-picture.ts'

/** The document's first page on a desk in its course's color; a blank page if there is no picture. */
export function PostThumbnail({
  post,
  eager = false,
  className,
  style,
}: {
  post: Pick<PostCard, 'thumb_url' | 'course_subject'>
  /** For pictures visible at first. */
  eager?: boolean
  className?: string
  style?: CSSProperties | undefined
}) {
  const { failed, onError } = useFailedPicture(post.thumb_url)
  const shown = post.thumb_url !== null && !failed
  return (
    <div
      className={cx('relative overflow-hidden bg-course-wash', className)}
      style={style}
      aria-hidden="true"
    >
      <div
        className={cx(
          'absolute inset-0 flex flex-col items-center px-[9%] pt-[5%]',
          // The shadow of the desk's content: the picture's own would show as a spot that jumps apart before the picture has loaded.
          shown &&
            '[filter:drop-shadow(0_1px_1px_var(--shadow-tone))_drop-shadow(0_10px_12px_var(--shadow-tone))]',
        )}
      >
        {shown ? (
          <img
            src={eager ? post.thumb_url! : pictureThatCanWait(post.thumb_url!)}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
            onError={onError}
            // The desk's edge crops an upright page; a wide one fits completely.
            className="my-auto block max-h-[170%] max-w-full shrink-0 rounded-t-6 bg-white dark:brightness-90"
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
