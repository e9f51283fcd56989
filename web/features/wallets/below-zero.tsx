import type { ReactNode } from 'react'

/** Why a balance can be below zero, and what follows. */
export function BelowZero({ children }: { children?: ReactNode }) {
  return (
    <p className="mt-4 rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution">
      Your balance is below zero because money was taken back after you withdrew it: a refund, a bank’s
      decision or a debt from your earlier account. You don’t need to do anything. Your next earnings will
      cover it. {children}
    </p>
  )
}
