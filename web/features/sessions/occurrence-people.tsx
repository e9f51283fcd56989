import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Occurrence } from '#shared/api/sessions.ts'
import { whenText } from './words.ts'

/** An occurrence of the owner’s session that opens to show its people. */
export function OccurrencePeople({
  occurrence,
  zone,
  open,
  aside,
  children,
}: {
  occurrence: Occurrence
  zone: string
  open: boolean
  /** The number of people. */
  aside: string
  children: ReactNode
}) {
  return (
    <details open={open} className="group rounded-10 border border-line bg-sheet">
      <summary className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-10 px-4 py-2 text-14 select-none [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <time dateTime={occurrence.starts_at} className="min-w-0 flex-1 basis-24 font-medium">
          {whenText(occurrence, zone)}
        </time>
        <span className="shrink-0 text-ink-soft">{aside}</span>
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  )
}
