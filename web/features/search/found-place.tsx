import { type CSSProperties, useState } from 'react'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import type { FoundPage } from '#shared/api/search.ts'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { cx } from '#web/ui/cx.ts'
import { pictureThatCanWait } from '#web/ui/picture-that-can-wait.ts'

/** A piece of the page, around the words that were found, which are highlighted; the document’s thumbnail if the page has no picture. */
export function FoundPlace({
  found: { post, page, place },
  className,
}: {
  found: FoundPage
  className?: string
}) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  if (state === 'failed') return <PostThumbnail post={post} className={className} />
  const { x, y, width, height } = place ?? { x: 0, y: 0, width: 1, height: 0 }
  // The middle of the place is in the middle, or its beginning at the edge if it is larger, as far as the page goes.
  const style = {
    '--middle-x': `${-100 * (x + width / 2)}%`,
    '--middle-y': `${-100 * (y + height / 2)}%`,
    '--left': `${-100 * x}%`,
    '--top': `${-100 * y}%`,
  }
  return (
    <div
      className={cx('@container-size relative overflow-hidden bg-course-wash', className)}
      aria-hidden="true"
    >
      <div
        className={cx(
          'absolute w-[max(100cqw,20rem)] transition-opacity',
          'translate-x-[clamp(calc(100cqw_-_100%),max(calc(50cqw_+_var(--middle-x)),calc(1rem_+_var(--left))),0px)]',
          'translate-y-[clamp(min(0px,calc(100cqh_-_100%)),max(calc(50cqh_+_var(--middle-y)),calc(1rem_+_var(--top))),0px)]',
          state === 'loading' && 'opacity-0',
        )}
        style={style as CSSProperties}
      >
        <img
          src={pictureThatCanWait(
            callUrl(files.showPage, { params: { key: post.doc_url }, query: { page } }),
          )}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
          className="block min-h-8 w-full bg-white dark:brightness-90"
        />
        {place && (
          <div
            className="absolute -m-1 rounded-6 bg-lamp/30 p-1 mix-blend-multiply"
            style={{
              left: percent(x),
              top: percent(y),
              width: percent(width),
              height: percent(height),
              boxSizing: 'content-box',
            }}
          />
        )}
      </div>
    </div>
  )
}

const percent = (share: number) => `${share * 100}%`
