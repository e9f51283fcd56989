import type { ReactNode } from 'react'

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="figures inline-flex h-6 min-w-6 items-center justify-center rounded-6 border border-line bg-paper px-1.5 text-12 text-ink-soft">
      {children}
    </kbd>
  )
}
