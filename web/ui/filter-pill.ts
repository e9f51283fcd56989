import { chosenLink } from './chosen-link.ts'
import { cx } from './cx.ts'

/** A link among filters: its look, and what it says. */
export function filterPill(chosen: boolean) {
  return {
    ...chosenLink(chosen),
    className: cx(pillClass(chosen), 'touch-area px-3.5 text-14 font-medium'),
  }
}

/** The shape and colors of a filter. */
export function pillClass(chosen: boolean): string {
  return cx(
    'relative inline-flex h-9 items-center rounded-full border transition-colors',
    chosen
      ? 'border-accent bg-accent-wash text-accent-strong'
      : 'border-line bg-sheet text-ink-soft hover:border-line-strong hover:text-ink',
  )
}
