import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { whenForOwner } from '#web/features/sessions/words.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'

/** The day and hours of an occurrence for the viewer, with its owner's on hover. */
export function SessionWhen({
  session,
  time,
  zone,
}: {
  session: Session
  time: Pick<Occurrence, 'starts_at' | 'ends_at'>
  zone: string
}) {
  const { starts_at, ends_at } = time
  const forOwner = whenForOwner(session, time, zone)
  return (
    <p className="mt-0.5 text-14 text-ink-soft" title={forOwner ?? undefined}>
      <time dateTime={starts_at}>
        <span className="block">{shortDayText(starts_at, zone)}</span>
        <span className="figures text-ink">{timesText(starts_at, ends_at, zone)}</span>
      </time>
      {forOwner && <span className="sr-only"> ({forOwner})</span>}
    </p>
  )
}
