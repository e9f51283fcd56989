import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import type { Invitation } from '#shared/api/invitations.ts'
import { receivedQuery, sessionMeetingsQuery } from '#web/features/enrolments/queries.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { otherOf } from './booking-facts.ts'
import { nextUpMemory } from './next-up-memory.ts'
import { nextMeetingsQuery } from './queries.ts'

const week = 7 * 24 * 60 * 60 * 1000

/** Over the feed: the next meeting of the coming week, and requests that wait for one's answer. */
export function NextUp({ place }: { place: ReactNode }) {
  const zone = useOwnZone() ?? deviceTimeZone()
  const bookings = useQuery(nextMeetingsQuery)
  const sessions = useInfiniteQuery(sessionMeetingsQuery('upcoming', 'all'))
  const received = useInfiniteQuery(receivedQuery)
  const { data } = bookings
  const isPending = bookings.isPending || sessions.isPending || received.isPending
  const now = useNow()
  const [away, setAway] = useState(false)
  const next = firstOf(
    data?.find(booking => isNext(booking, now)),
    sessions.data && rowsOf(sessions.data.pages).find(meeting => isSoon(meeting.occurrence, now)),
  )
  const invited = received.data ? rowsOf(received.data.pages) : []
  const requests = data?.filter(({ role, status }) => role === 'tutor' && status === 'requested') ?? []
  const shown = next !== undefined || requests.length + invited.length > 0
  useEffect(() => {
    if (!isPending && !away) nextUpMemory.keep(shown)
  }, [isPending, away, shown])

  if (isPending) return place
  if (!shown || away) return null
  return (
    <section
      aria-label="Next up"
      data-print="hidden"
      className="mb-5 flex min-h-16 items-center gap-x-4 rounded-16 border border-line bg-sheet py-2 pr-2 pl-4"
    >
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-lamp-wash text-lamp-ink">
        <CalendarClock aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-0.5 text-14">
        {next && <Next next={next} now={now} zone={zone} />}
        {requests.length > 0 && <Requests requests={requests} />}
        {invited.length > 0 && <Invited invited={invited} />}
      </div>
      <IconButton
        label="Not today"
        onClick={() => {
          nextUpMemory.putAway()
          setAway(true)
        }}
      >
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
    </section>
  )
}

const linkClass = 'hover:underline hover:underline-offset-3 coarse:py-2'

function Next({ next: { start, isSession, what }, now, zone }: { next: Upcoming; now: Date; zone: string }) {
  const day = shortDayText(start, zone)
  const today = day === shortDayText(now.getTime(), zone)
  return (
    <Link
      to="/meeting"
      search={isSession ? { tab: 'enrollments' } : {}}
      className={cx(linkClass, 'min-w-0 wrap-anywhere')}
    >
      <span className="text-ink-faint">Next up:</span>{' '}
      <span className="font-medium">
        {today ? 'Today' : day}, <time dateTime={start}>{timeText(start, zone)}</time>
      </span>{' '}
      <span className="text-ink-soft">{what}</span>
    </Link>
  )
}

function Requests({ requests }: { requests: readonly Booking[] }) {
  const [first] = requests
  return requests.length === 1 && first ? (
    <Link to="/meeting" search={{ request: first.id }} className={linkClass}>
      <bdi>{first.joinee_name}</bdi> asks for a session
    </Link>
  ) : (
    <Link to="/meeting" search={{ filter: 'pending' }} className={linkClass}>
      {requests.length} requests wait for your answer
    </Link>
  )
}

function Invited({ invited }: { invited: readonly Invitation[] }) {
  const [first] = invited
  return (
    <Link to="/meeting" search={{ tab: 'invitations' }} className={linkClass}>
      {invited.length === 1 && first ? (
        <>
          <bdi>{first.profile.name}</bdi> invites you to a session
        </>
      ) : (
        `${invited.length} invitations wait for your answer`
      )}
    </Link>
  )
}

type Upcoming = { start: string; isSession: boolean; what: ReactNode }

/** The earlier of a meeting of two and one of many. A place that is paid for is both, and told of as the latter. */
function firstOf(booking: Booking | undefined, meeting: SessionMeeting | undefined): Upcoming | undefined {
  if (meeting && !(booking && booking.starts_on < meeting.occurrence.starts_at)) {
    const { session, role } = meeting
    return {
      start: meeting.occurrence.starts_at,
      isSession: true,
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
  return { start: booking.starts_on, isSession: false, what }
}

function isNext({ status, is_session, starts_on, ends_on }: Booking, now: Date): boolean {
  const agreed = status === 'approved' || status === 'active'
  return agreed && !is_session && isSoon({ starts_at: starts_on, ends_at: ends_on }, now)
}

function isSoon({ starts_at, ends_at }: { starts_at: string; ends_at: string }, now: Date): boolean {
  return Date.parse(starts_at) - now.getTime() < week && Date.parse(ends_at) > now.getTime()
}
