import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** The shared look of text inputs. */
export const inputClass =
  'w-full rounded-10 border border-line-strong bg-sheet px-3 text-16 text-ink transition-colors sm:text-14 ' +
  'hover:not-disabled:border-ink-soft focus:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-negative disabled:bg-sunken disabled:text-ink-faint'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" {...props} className={cx(inputClass, 'h-10 touch-target', className)} />
}

/** Grows with its text up to half of the window: what is wrong with a long one shows below it. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      dir="auto"
      {...props}
      className={cx(inputClass, 'field-sizing-content max-h-[50dvh] min-h-24 py-2', className)}
    />
  )
}
