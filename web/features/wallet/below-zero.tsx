/** How a balance can be below zero, and what follows from it. */
export function BelowZero() {
  return (
    <p className="mt-4 rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution">
      Your balance is below zero: money of a meeting went back to a student after you had withdrawn it.
      Nothing is asked of you now; what you earn next fills it first.
    </p>
  )
}
