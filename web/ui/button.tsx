import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'sm' | 'md' | 'lg'
}

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-10 font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,color,box-shadow] touch-target inactive:cursor-not-allowed inactive:opacity-55 print:hidden ' +
  'tiny:h-auto tiny:min-w-0 tiny:shrink tiny:py-1 tiny:whitespace-normal'

const variants = {
  primary: 'forced-colors:border bg-accent text-on-accent hover:not-inactive:bg-accent-strong',
  secondary:
    'border border-line bg-sheet text-ink hover:not-inactive:border-line-strong hover:not-inactive:bg-sunken',
  quiet: 'text-ink-soft hover:not-inactive:bg-sunken hover:not-inactive:text-ink',
  danger: 'forced-colors:border bg-negative text-on-negative hover:not-inactive:brightness-110',
}

const sizes = {
  sm: 'h-8 px-3 text-14',
  md: 'h-10 px-4 text-14',
  lg: 'h-12 px-6 text-16',
}

/** The look of a button, for an element that is a link. */
export function buttonClass({ variant = 'secondary', size = 'md' }: Look = {}): string {
  return cx(base, variants[variant], sizes[size])
}

/**
 * A button. While `pending` it shows that it is working. Then, and while `disabled`, it ignores presses but keeps its place and its
 * focus: the attribute `disabled` would drop the focus of whoever just pressed it.
 */
export function Button({
  variant,
  size,
  pending = false,
  disabled = false,
  className,
  children,
  onClick,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={pending || disabled || undefined}
      aria-busy={pending || undefined}
      onClick={pending || disabled ? event => event.preventDefault() : onClick}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
