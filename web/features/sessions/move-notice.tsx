import { useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { comingQuery, paidPeople } from './coming-query.ts'
import { hasBegun } from './has-begun.ts'
import { movesOf } from './moves.ts'
import { type SessionValues, timingOf, valuesOf } from './session-values.ts'
import { onlineText, peopleText, whenText } from './words.ts'

/** Who has paid for upcoming occurrences, and what a change of time or place does to them. Nothing if nobody has. */
export function MoveNotice(props: { session: Session; values: SessionValues }) {
  return (
    <Loaded waiting={null} failed={PaidUnknown}>
      <Moves {...props} />
    </Loaded>
  )
}

function PaidUnknown({ onRetry, retrying }: Failure) {
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-4 rounded-10 bg-caution-wash px-4 py-3 text-14"
    >
      <div>
        <p className="font-medium text-caution">We couldn’t load who already paid.</p>
        <p className="mt-1 text-ink-soft">
          If you change the day, time or place, we’ll let them know, and they can give up their place for a
          full refund.
        </p>
      </div>
      <Button size="sm" onClick={onRetry} pending={retrying}>
        Retry
      </Button>
    </div>
  )
}

function Moves({ session, values }: { session: Session; values: SessionValues }) {
  const { data: coming } = useSuspenseQuery(comingQuery(session.id))
  const now = useNow().getTime()
  const paid = coming.filter(
    ({ occurrence, people }) => !hasBegun(occurrence, now) && people.some(one => one.paid),
  )
  if (paid.length === 0) return null
  const people = paidPeople(paid)
  const zone = session.time_zone
  const [before, after] = [timingOf(valuesOf(session), zone), timingOf(values, zone)]
  const moves =
    before && after
      ? movesOf(
          paid.map(({ occurrence }) => occurrence),
          before,
          after,
          now,
        )
      : []
  const place = newPlace(session, values)
  const some = people.slice(0, 3).map(({ name }) => name)
  const rest = people.length - some.length
  return (
    <div role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14">
      <p className="font-medium text-caution">{peopleText(people.length)} already paid.</p>
      <p className="mt-1 wrap-anywhere text-ink-soft" dir="auto">
        {some.join(', ')}
        {rest > 0 && ` and ${rest} more`}.{' '}
        {moves.length === 0 && !place
          ? 'To change the day, time or place, give them 24 hours’ notice. We’ll let them know, and they can give up their place for a full refund. If it gets shorter, we refund the difference. A new rate doesn’t change what they paid.'
          : 'Once you save, we’ll let them know, and they can give up their place for a full refund.'}
        {coming.some(({ occurrence }) => hasBegun(occurrence, now)) &&
          (place
            ? ' You can change the place once the meeting in progress is over.'
            : ' The meeting in progress stays as it is.')}
      </p>
      {place && (
        <p className="mt-2 wrap-anywhere" dir="auto">
          <s className="text-ink-soft">{session.location ?? onlineText}</s>{' '}
          <span className="font-medium">{place}</span>
        </p>
      )}
      {moves.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {moves.map(({ id, was, becomes }) => (
            <li key={id}>
              <s className="text-ink-soft">{whenText(was, zone)}</s>{' '}
              <span className="font-medium">
                {becomes ? whenText(becomes, zone) : 'Canceled with a full refund'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where people meet by the form, if that changes; null while it is incomplete. */
function newPlace({ location }: Session, values: SessionValues): string | null {
  const place = values.online ? onlineText : values.location.trim()
  return place && place !== (location ?? onlineText) ? place : null
}
