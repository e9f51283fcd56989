import type { ComponentProps, ReactNode } from 'react'
import { singleKeys } from '#web/lib/single-keys.ts'
import { cx } from './cx.ts'

/**
 * The look of an icon button, for an element that is a link. It shows its `data-tip` on hover and on focus.
 */
export const iconButtonClass =
  'tip inline-flex size-10 shrink-0 items-center justify-center rounded-10 text-ink-soft transition-colors touch-target ' +
  'hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 print:hidden aria-pressed:bg-accent-wash aria-pressed:text-accent'

/** What shortcuts are called on screens, where it isn't what the browser calls them. */
const keyNames: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  'Control+F': 'Ctrl+F',
}

/** A button with only an icon; its label is for screen readers and, unless a shorter `data-tip` is given, the tooltip. */
export function IconButton({
  label,
  of,
  shortcut,
  className,
  children,
  ...props
}: Omit<ComponentProps<'button'>, 'aria-label'> & {
  'data-tip'?: string
  label: string
  /** What it acts on, for screen readers, where several like it are on a page. */
  of?: string
  shortcut?: string
  children: ReactNode
}) {
  const key = singleKeys.useNamed(shortcut)
  return (
    <button
      type="button"
      data-tip={key ? `${label} (${keyNames[key] ?? key})` : label}
      {...props}
      aria-label={of === undefined ? label : `${label}: ${of}`}
      aria-keyshortcuts={key}
      className={cx(iconButtonClass, className)}
    >
      {children}
    </button>
  )
}
