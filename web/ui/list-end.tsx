import type { ReactNode } from 'react'

/** What stands at the end of a list that has been seen whole. */
export function ListEnd({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-4 py-6 text-14 text-ink-faint">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </p>
  )
}
