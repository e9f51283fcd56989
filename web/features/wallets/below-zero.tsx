/** Why a balance can be below zero, and what follows. */
export function BelowZero() {
  return (
    <p className="mt-4 rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution">
      Your balance is below zero because we refunded a student after you withdrew the money. You don’t need to
      do anything. Your next earnings will cover it.
    </p>
  )
}
