import { cx } from './cx.ts'

/** A part of a placeholder. The view around it announces loading to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block max-w-full animate-pulse rounded-6 bg-sunken', className)}
    />
  )
}
