import { opening, openingText } from './opening.ts'
import { Spinner } from './spinner.tsx'

/** Says that something is opening, or that it didn't. Mounted once, in the root. */
export function OpeningStatus() {
  const said = opening.useSaid()
  return (
    // Stands from the beginning, as screen readers only tell what changes in it. By this attribute, dialogs leave it readable.
    <div
      aria-live="polite"
      data-print="hidden"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-60 flex justify-center md:bottom-6"
    >
      {said && (
        <p className="flex items-center gap-3 rounded-10 border border-line bg-sheet px-4 py-3 text-14 text-ink shadow-floating transition-opacity duration-200 starting:opacity-0">
          {said === openingText && <Spinner className="text-accent" />}
          {said}
        </p>
      )}
    </div>
  )
}
