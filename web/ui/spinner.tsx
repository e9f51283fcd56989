import { cx } from './cx.ts'

/** A visual sign that something is running; the text beside it says what. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent opacity-80',
        className,
      )}
    />
  )
}
