import { FilePlus2 } from 'lucide-react'

/** Covers the page while files are dragged over it, and says what dropping them does. */
export function DropCurtain({ text }: { text: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim p-6"
    >
      <div className="flex items-center gap-3 rounded-16 border border-accent bg-sheet px-8 py-6 font-serif text-22 font-semibold shadow-floating">
        <FilePlus2 className="size-7 text-accent" />
        {text}
      </div>
    </div>
  )
}
