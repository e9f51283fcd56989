import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A row of links between the views of one page, each with an address of its own; the links wear `tabClass`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {children}
    </nav>
  )
}

/** The look of a link among tabs. */
export function tabClass(current: boolean): string {
  return cx(
    'flex h-11 shrink-0 items-center border-b-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    current
      ? 'border-accent text-ink'
      : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
  )
}
