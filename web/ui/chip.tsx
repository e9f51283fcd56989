import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-wash text-accent',
  lamp: 'bg-lamp-wash text-lamp-ink',
  positive: 'bg-positive-wash text-positive',
  caution: 'bg-caution-wash text-caution',
  negative: 'bg-negative-wash text-negative',
  /** Needs a `course-tint` and its `--hue` on the chip or above it. */
  course: 'bg-course-wash text-course-ink',
}

/** A small fact about something: a status, a course, a CRN (with `figures`). */
export function Chip({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 max-w-full items-center gap-1 truncate rounded-6 px-2 text-12 font-medium',
        tones[tone],
        className,
      )}
    >
      {/* An ellipsis needs a box of its own in a row. */}
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
    </span>
  )
}
