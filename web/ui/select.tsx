import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input.tsx'

/** A choice from a short list, with the browser's own list: it works well on every phone. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative inline-block', className)}>
      <select {...props} className={cx(inputClass, 'h-10 appearance-none truncate pr-9 touch-target')} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-faint"
      />
    </span>
  )
}
