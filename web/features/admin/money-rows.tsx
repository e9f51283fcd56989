import type { ReactNode } from 'react'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'

/** A list of money that waits, or what to say if none does. */
export function MoneyRows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-14 text-ink-soft">{empty}</p>
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>
}

/** An amount of dollars, and beside it what is to be known of it. */
export function MoneyRow({ amount, children }: { amount: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 tiny:grid-cols-1 py-3 text-14">
      <p className="font-semibold tabular-nums">{dollarsText(amount)}</p>
      <div className="min-w-0">{children}</div>
    </li>
  )
}
