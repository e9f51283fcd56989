import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * Says what a search or a filter found. Stands from the beginning, also while nothing is known yet: screen readers only tell what
 * changes in it.
 */
export function FoundStatus({
  unseen = false,
  className,
  children,
}: {
  /** Where the page shows the same in another way. */
  unseen?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <p role="status" className={cx('text-14 text-ink-soft', className)}>
      {unseen ? <span className="sr-only">{children}</span> : children}
    </p>
  )
}
