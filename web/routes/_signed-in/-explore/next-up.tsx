import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import type { Invitation } from '#shared/api/invitations.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { otherOf } from '#web/features/bookings/booking-facts.ts'
import { meetingLink } from '#web/features/bookings/meeting-link.ts'
import { nextBookingsQuery } from '#web/features/bookings/queries.ts'
import { sessionMeetingsQuery } from '#web/features/enrolments/queries.ts'
import { receivedQuery } from '#web/features/invitations/queries.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { hasCall } from '#web/features/sessions/has-call.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { nextUpHeight, nextUpMemory } from './next-up-memory.ts'

const week = 7 * 24 * 60 * 60 * 1000

/**
 * Above the feed: the next meeting of the coming week, and requests that need an answer. It reserves its space unless it was empty the
 * last time, so that the feed doesn't move. Once dismissed, it makes no calls until tomorrow.
 */
export function NextUp() {
  const [memory, setMemory] = useState(nextUpMemory.read)
  if (memory === 'away') return null
  const putAway = () => {
    nextUpMemory.putAway()
    setMemory('away')
  }
  return <Strip reserved={memory !== 'empty'} onPutAway={putAway} />
}

function Strip({ reserved, onPutAway }: { reserved: boolean; onPutAway: () => void }) {
  const zone = useOwnZone()
  const bookings = useQuery(nextBookingsQuery)
  const sessions = useInfiniteQuery(sessionMeetingsQuery('upcoming', 'all'))
  const received = useInfiniteQuery(receivedQuery)
  const { data } = bookings
  const queries = [bookings, sessions, received]
  const isPending = zone === null || queries.some(query => !query.isFetched)
  // A new attempt isn't an error yet, and the strip stays meanwhile.
  const failed = queries.filter(query => query.isFetched && query.data === undefined)
  const now = useNow()
  const next = firstOf(
    data?.next && isSoon({ starts_at: data.next.starts_on, ends_at: data.next.ends_on }, now)
      ? data.next
      : undefined,
    sessions.data && rowsOf(sessions.data.pages).find(meeting => isSoon(meeting.occurrence, now)),
  )
  const invited = received.data ? rowsOf(received.data.pages) : []
  const request = data?.request
  const shown = next !== undefined || request != null || invited.length > 0
  const isKnown = !isPending && failed.length === 0
  useEffect(() => {
    if (isKnown) nextUpMemory.keep(shown)
  }, [isKnown, shown])

  const [hasPlace] = useState(() => nextUpMemory.hasPlace || (isPending && reserved))
  useEffect(() => {
    if (hasPlace) nextUpMemory.hasPlace = true
  }, [hasPlace])
  const unloaded = !isPending && failed.length > 0
  const retry = unloaded && (
    <Button
      size="sm"
      onClick={() => {
        for (const query of failed) void query.refetch()
      }}
      pending={failed.some(query => query.isFetching)}
    >
      Retry
    </Button>
  )
  return (
    <>
      {/* There before its words, or a screen reader wouldn't read them. */}
      <p role="status" className="sr-only">
        {unloaded && (shown ? 'Some of your next meetings didn’t load.' : 'Your next meetings didn’t load.')}
      </p>
      {isPending ? (
        hasPlace && <div className={nextUpHeight} />
      ) : shown ? (
        <section
          aria-label="Next up"
          data-print="hidden"
          className={cx(
            nextUpHeight,
            'next-up flex items-center gap-x-4 rounded-16 border border-line bg-sheet pr-2 pl-4',
          )}
        >
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-lamp-wash text-lamp-ink max-sm:hidden">
            <CalendarClock aria-hidden="true" className="size-5" />
          </span>
          <div className="flex min-w-0 flex-1 gap-x-6 text-14 max-lg:flex-col lg:items-center">
            {next && <Next next={next} now={now} zone={zone} />}
            <div className="flex min-w-0 gap-x-6">
              {request && <Requests first={request} count={data.requests} />}
              {invited.length > 0 && <Invited invited={invited} hasMore={received.hasNextPage} />}
            </div>
          </div>
          {retry && (
            <div className="flex items-center gap-x-4 text-14 text-ink-soft">
              <span className="max-sm:sr-only">The rest didn’t load.</span>
              {retry}
            </div>
          )}
          <IconButton label="Hide for today" onClick={onPutAway}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </section>
      ) : retry ? (
        <Failed retry={retry} />
      ) : (
        hasPlace && <Nothing />
      )}
    </>
  )
}

function Nothing() {
  return (
    <p
      data-print="hidden"
      className={cx(
        nextUpHeight,
        'flex items-center rounded-16 border border-line px-4 text-14 text-ink-soft',
      )}
    >
      You have no meetings in the next seven days.
    </p>
  )
}

function Failed({ retry }: { retry: ReactNode }) {
  return (
    <div
      data-print="hidden"
      className={cx(
        nextUpHeight,
        'flex items-center justify-between gap-4 rounded-16 border border-line px-4 text-14 text-ink-soft',
      )}
    >
      Your next meetings didn’t load.
      {retry}
    </div>
  )
}

/** What is only for screen readers would stand where the whole text ends, and make the page wider, if it weren't placed in here. */
const linkClass =
  'relative min-w-0 truncate max-lg:leading-6 hover:underline hover:underline-offset-3 coarse:py-3'

function Next({ next: { id, start, what }, now, zone }: { next: Upcoming; now: Date; zone: string }) {
  const day = shortDayText(start, zone)
  const today = day === shortDayText(now.getTime(), zone)
  const minutesToStart = (Date.parse(start) - now.getTime()) / 60_000
  const live = minutesToStart <= 0
  if (minutesToStart <= opensMinutesBefore && id) {
    return (
      <a {...meetingLink(id)} className={linkClass}>
        <span className="font-medium text-lamp-ink">{live ? 'Live now' : timeText(start, zone)} · Join</span>{' '}
        <span className="text-ink-soft">{what}</span>
        <span className="sr-only"> (opens a new window)</span>
      </a>
    )
  }
  return (
    <Link to="/meeting" className={linkClass}>
      <span className="text-ink-faint max-sm:sr-only">{live ? 'Now:' : 'Next up:'}</span>{' '}
      <span className="font-medium">
        {today ? 'Today' : day}, <time dateTime={start}>{timeText(start, zone)}</time>
      </span>{' '}
      <span className="text-ink-soft">{what}</span>
    </Link>
  )
}

function Requests({ first, count }: { first: Booking; count: number }) {
  return count === 1 ? (
    <Link to="/meeting" search={{ request: first.id }} className={linkClass}>
      <bdi>{first.joinee_name}</bdi> requested a meeting
    </Link>
  ) : (
    <Link to="/meeting" search={{ filter: 'pending' }} className={cx(linkClass, 'max-w-full shrink-0')}>
      {count} requests to answer
    </Link>
  )
}

function Invited({ invited, hasMore }: { invited: readonly Invitation[]; hasMore: boolean }) {
  const [first] = invited
  return (
    <Link
      to="/meeting"
      search={{ tab: 'invitations' }}
      className={cx(linkClass, invited.length > 1 && 'max-w-full shrink-0')}
    >
      {invited.length === 1 && first ? (
        <>
          <bdi>{first.profile.name}</bdi> invited you to a session
        </>
      ) : (
        `${invited.length}${hasMore ? '+' : ''} invitations to answer`
      )}
    </Link>
  )
}

/** `id`: what its meeting's address names; null if it has no call. */
type Upcoming = { id: string | null; start: string; what: ReactNode }

/** The earlier of a booking and a group session. A paid place is both, and shows as the latter. */
function firstOf(booking: Booking | undefined, meeting: SessionMeeting | undefined): Upcoming | undefined {
  if (meeting && !(booking && booking.starts_on < meeting.occurrence.starts_at)) {
    const { session, occurrence, role } = meeting
    return {
      id: hasCall(occurrence) ? occurrence.id : null,
      start: occurrence.starts_at,
      what: (
        <>
          <bdi>{session.title}</bdi>
          {role === 'student' && (
            <>
              {' '}
              with <bdi>{session.admin_profile.name}</bdi>
            </>
          )}
        </>
      ),
    }
  }
  if (!booking) return undefined
  const what = (
    <>
      with <bdi>{otherOf(booking).name}</bdi>
    </>
  )
  return { id: booking.id, start: booking.starts_on, what }
}

function isSoon({ starts_at, ends_at }: { starts_at: string; ends_at: string }, now: Date): boolean {
  return Date.parse(starts_at) - now.getTime() < week && Date.parse(ends_at) > now.getTime()
}
