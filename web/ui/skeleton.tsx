import { cx } from './cx.ts'

/** A part of the shape of what is loading. The view around it says so to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-6 bg-sunken', className)} />
}
