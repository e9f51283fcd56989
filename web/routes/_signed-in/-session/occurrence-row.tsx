import { Link } from '@tanstack/react-router'
import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { stateText } from '#shared/domain/booking-card.ts'
import { useSeeMove } from '#web/features/bookings/use-see-move.ts'
import { PlaceAction } from '#web/features/enrolments/place-action.tsx'
import { placesLeftText, whenForOwner } from '#web/features/sessions/words.ts'
import { leafOf, lettersAfter, shortDayText, shortMomentText, timesText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DayLeaf } from '#web/ui/day-leaf.tsx'

/** An occurrence: when, how many people, and what the viewer can do with it. */
export function OccurrenceRow({
  session,
  occurrence,
  now,
  zone,
  onSkip,
}: {
  session: Session
  occurrence: Occurrence
  now: Temporal.Instant
  zone: string
  /** For its owner. */
  onSkip: (() => void) | undefined
}) {
  const { starts_at, ends_at, action, booking_id, moved_from, move_unseen } = occurrence
  useSeeMove({
    bookingId: booking_id,
    startsOn: starts_at,
    location: session.location,
    unseen: move_unseen,
  })
  const start = Temporal.Instant.from(starts_at)
  const open = action === 'join' || action === 'start'
  const skippable = onSkip && Temporal.Instant.compare(now, start) < 0
  const forOwner = whenForOwner(session, occurrence, zone)
  return (
    <div className="flex gap-3.5 py-3.5">
      <DayLeaf {...leafOf(starts_at, zone)} live={open} />
      <div className="min-w-0 flex-1">
        <div className="text-14" title={forOwner ?? undefined}>
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="font-medium">{shortDayText(starts_at, zone)}</p>
            <Days occurrence={occurrence} now={now} zone={zone} />
          </div>
          <p>
            <time dateTime={starts_at} className="figures text-ink-soft">
              {timesText(starts_at, ends_at, zone)}
            </time>
            <span className="text-12 text-ink-faint">{lettersAfter(starts_at, ends_at, zone)}</span>
            {forOwner && <span className="sr-only"> ({forOwner})</span>}
          </p>
        </div>
        {moved_from && moved_from !== starts_at && (
          <p className="text-12 text-caution">Moved from {shortMomentText(moved_from, zone)}</p>
        )}
        <div className="mt-1 flex min-h-8 flex-wrap items-center justify-between gap-2">
          <p className="text-12 text-ink-faint">
            {placesText(session, occurrence)}
            {booking_id && action !== 'resume' && (
              <>
                {' '}
                {/* Who is told here of a new time can give the place up there. */}
                <Link
                  to="/booking/$id"
                  params={{ id: booking_id }}
                  className="touch-target inline-flex items-center font-medium text-ink-soft underline decoration-line-strong underline-offset-3"
                >
                  Details<span className="sr-only"> of {shortDayText(starts_at, zone)}</span>
                </Link>
              </>
            )}
          </p>
          {action !== 'none' ? (
            <PlaceAction session={session} occurrence={occurrence} zone={zone} />
          ) : (
            skippable && (
              <Button variant="quiet" size="sm" className="-mr-3" onClick={onSkip}>
                Skip<span className="sr-only"> {shortDayText(starts_at, zone)}</span>
              </Button>
            )
          )}
        </div>
      </div>
    </div>
  )
}

function Days({ occurrence, now, zone }: { occurrence: Occurrence; now: Temporal.Instant; zone: string }) {
  const [start, end] = [occurrence.starts_at, occurrence.ends_at].map(one => Temporal.Instant.from(one))
  const text = stateText({ state: 'approved', start: start!, end: end! }, now, zone)
  return (
    <Chip tone={text === 'Today!' ? 'lamp' : 'neutral'} className="shrink-0">
      {text}
    </Chip>
  )
}

/** How many places are taken, or that one is the viewer's. */
function placesText(
  { capacity, enrolled, rate }: Session,
  { taken, booking_id, action }: Occurrence,
): string {
  if (booking_id && action !== 'resume') return 'You have a place.'
  if (booking_id) return 'You haven’t paid for your place yet.'
  if (rate === null && enrolled) return 'You’re in.'
  if (taken === null) return `Room for ${capacity}`
  return placesLeftText(capacity, taken)
}
