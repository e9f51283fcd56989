import type { ReactNode } from 'react'

/** The end of a completely loaded list. */
export function ListEnd({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-4 py-6 text-14 text-ink-faint">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </p>
  )
}
