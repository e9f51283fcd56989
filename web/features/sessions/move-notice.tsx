import { useQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import { plannedTimes } from '#shared/domain/occurrences.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { comingQuery, type OccurrenceWithPeople, paidPeople } from './coming-query.ts'
import { type SessionValues, timingOf, valuesOf } from './session-values.ts'
import { peopleText, whenText } from './words.ts'

/** Who has paid for what is to come, and what the change of a time does to them. Nothing where nobody has. */
export function MoveNotice({ session, values }: { session: Session; values: SessionValues }) {
  const { data: coming = [] } = useQuery(comingQuery(session.id))
  const paid = coming.filter(({ people }) => people.some(one => one.paid))
  if (paid.length === 0) return null
  const people = paidPeople(paid)
  const zone = session.time_zone
  const moves = movesOf(paid, valuesOf(session), values, zone)
  const some = people.slice(0, 3).map(({ name }) => name)
  const rest = people.length - some.length
  return (
    <div role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14">
      <p className="font-medium text-caution">{peopleText(people.length)} paid for what is to come.</p>
      <p className="mt-1 wrap-anywhere text-ink-soft" dir="auto">
        {some.join(', ')}
        {rest > 0 && ` and ${rest} more`}.{' '}
        {moves.length === 0
          ? 'With another day or time they are told, and may leave with everything back. What they paid stays as it is, also with another rate.'
          : 'Once you save, they are told of the change, and may leave with everything back.'}
      </p>
      {moves.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {moves.map(({ id, was, becomes }) => (
            <li key={id} className="figures text-ink-soft">
              <s className="text-ink-faint">{was}</s>{' '}
              <span className="font-medium text-ink">{becomes ?? 'cancelled, everything goes back'}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Move = { id: string; was: string; becomes: string | null }

/** What becomes of occurrences by other times: each keeps its day, or, of a session on one day, goes where that goes. */
function movesOf(
  coming: readonly OccurrenceWithPeople[],
  before: SessionValues,
  after: SessionValues,
  zone: string,
): Move[] {
  const [old, timing] = [timingOf(before, zone), timingOf(after, zone)]
  if (!old || !timing) return []
  return coming.flatMap(({ occurrence: { id, starts_at, ends_at } }) => {
    const day = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone).toPlainDate().toString()
    const date = old.repeatDays.length === 0 ? timing.startsOn : day
    const [time] = plannedTimes(timing, date, date)
    if (time && time.start === Date.parse(starts_at) && time.end === Date.parse(ends_at)) return []
    const was = whenText({ starts_at, ends_at }, zone)
    const becomes = time && `${shortDayText(time.start, zone)}, ${timesText(time.start, time.end, zone)}`
    return [{ id, was, becomes: becomes ?? null }]
  })
}
