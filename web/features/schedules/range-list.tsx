import { X } from 'lucide-react'
import { useRef } from 'react'
import type { TimeRange } from '#shared/domain/schedule.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rangeText } from './words.ts'

/** A day's ranges, in order, each with a remove button if editable. */
export function RangeList({
  ranges,
  label,
  empty,
  onRemove,
}: {
  ranges: readonly TimeRange[]
  label: string
  empty: string
  onRemove: ((range: TimeRange) => void) | null
}) {
  const list = useRef<HTMLElement>(null)
  return (
    <section ref={list} tabIndex={-1} aria-label={label} className="rounded-6 outline-none">
      {ranges.length === 0 ? (
        <p className="flex min-h-11 items-center text-14 text-ink-soft">{empty}</p>
      ) : (
        <ul aria-label={label} className="divide-y divide-line border-y border-line">
          {ranges.map(range => (
            <li key={range.start} className="flex min-h-11 items-center justify-between gap-3">
              <span className="figures text-14">{rangeText(range)}</span>
              {onRemove && (
                <IconButton
                  label={`Remove ${rangeText(range)}`}
                  className="-mr-2"
                  onClick={() => {
                    // The button disappears with its range; the focus stays in place.
                    list.current?.focus()
                    onRemove(range)
                  }}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
