import { useRef, useState } from 'react'
import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { useMoment } from '#web/features/bookings/use-moment.ts'
import { whenText } from '#web/features/sessions/words.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { OccurrenceRow } from './occurrence-row.tsx'

const SkipDialog = lazyDialog(async () => (await import('#web/features/sessions/skip-dialog.tsx')).SkipDialog)

/** The next occurrences of a session, with their actions. */
export function OccurrenceList({ session, zone }: { session: Session; zone: string }) {
  const { upcoming } = session
  const now = useMoment(
    upcoming.map(({ starts_at, ends_at }) => ({ starts_on: starts_at, ends_on: ends_at, held_until: null })),
    zone,
  )
  const region = useRef<HTMLElement>(null)
  const [skipping, setSkipping] = useState<{ occurrence: Occurrence; open: boolean } | null>(null)
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="occurrences"
      className="rounded-16 border border-line bg-sheet px-5 pt-4 pb-2 outline-none"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3">
        <h2 id="occurrences" className="text-18">
          {session.repeat ? 'Next dates' : 'When'}
        </h2>
        <p className="text-12 text-ink-faint">Times are in {zoneName(zone)}.</p>
      </div>
      {upcoming.length === 0 ? (
        <p className="py-4 text-14 text-ink-soft">
          No upcoming dates. The last one was {whenText(session, zone)}.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {upcoming.map(occurrence => (
            <li key={occurrence.id}>
              <OccurrenceRow
                session={session}
                occurrence={occurrence}
                now={now}
                zone={zone}
                // If it is the only one, the session can be deleted instead.
                onSkip={
                  session.is_owner && session.repeat
                    ? () => setSkipping({ occurrence, open: true })
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
      {skipping && (
        <SkipDialog
          key={skipping.occurrence.id}
          session={session}
          occurrence={skipping.occurrence}
          zone={zone}
          open={skipping.open}
          onClose={() => setSkipping({ ...skipping, open: false })}
          finalFocus={() => region.current}
        />
      )}
    </section>
  )
}
