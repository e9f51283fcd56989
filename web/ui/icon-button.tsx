import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/** The look of an icon button, for an element that is a link. It shows its `data-tip` on hover and on focus. */
export const iconButtonClass =
  'tip inline-flex size-10 shrink-0 items-center justify-center rounded-10 text-ink-soft transition-colors touch-target ' +
  'hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:bg-accent-wash aria-pressed:text-accent'

/** A button that shows an icon only; its label is read out and appears as a tip. */
export function IconButton({
  label,
  shortcut,
  className,
  children,
  ...props
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; shortcut?: string; children: ReactNode }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-tip={shortcut ? `${label} (${shortcut})` : label}
      className={cx(iconButtonClass, className)}
    >
      {children}
    </button>
  )
}
