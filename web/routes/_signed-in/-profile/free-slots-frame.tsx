import type { ReactNode } from 'react'
import { zoneName } from '#shared/domain/zone-name.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The section of a tutor's next free times, in the viewer's zone. */
export function FreeSlotsFrame({ zone, children }: { zone: string | null; children: ReactNode }) {
  return (
    <section aria-labelledby="next-free" className="mt-8 rounded-16 border border-line bg-sheet p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="next-free" className="text-18">
          Next free slots
        </h2>
        <p className="text-12 text-ink-faint">
          {zone ? `Times are in ${zoneName(zone)}.` : 'Times are in your time zone.'}
        </p>
      </div>
      <ul className="mt-3 grid grid-cols-3 gap-2 tiny:grid-cols-1">{children}</ul>
    </section>
  )
}

/** The place of the times in a drawing: a server doesn't know the visitor's zone. */
export function FreeSlotsSkeleton() {
  return (
    <FreeSlotsFrame zone={null}>
      {[0, 1, 2].map(slot => (
        <li key={slot}>
          <Skeleton className="h-14 rounded-10" />
        </li>
      ))}
    </FreeSlotsFrame>
  )
}
