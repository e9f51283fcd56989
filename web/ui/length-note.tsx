import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** How long a text is, of how many characters it may have, from half of them on: for the `aside` of its field. */
export function lengthNote(text: string, limit: number): ReactNode {
  const length = [...text.trim()].length
  if (length <= limit / 2) return null
  return (
    <span className={cx('tabular-nums', length > limit && 'font-medium text-negative')}>
      {length.toLocaleString('en')} of {limit.toLocaleString('en')}
    </span>
  )
}
