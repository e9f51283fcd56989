import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
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
  const { data, isPending } = useQuery(nextMeetingsQuery)
  const now = useNow()
  const [away, setAway] = useState(false)
  const next = data?.find(booking => isNext(booking, now))
  const requests = data?.filter(({ role, status }) => role === 'tutor' && status === 'requested') ?? []
  const shown = next !== undefined || requests.length > 0
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
        {next && <Next booking={next} now={now} zone={zone} />}
        {requests.length > 0 && <Requests requests={requests} />}
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

function Next({ booking, now, zone }: { booking: Booking; now: Date; zone: string }) {
  const day = shortDayText(booking.starts_on, zone)
  const today = day === shortDayText(now.getTime(), zone)
  return (
    <Link to="/meeting" className={cx(linkClass, 'min-w-0')}>
      <span className="text-ink-faint">Next up:</span>{' '}
      <span className="font-medium">
        {today ? 'Today' : day}, <time dateTime={booking.starts_on}>{timeText(booking.starts_on, zone)}</time>
      </span>{' '}
      <span className="text-ink-soft">
        with <bdi>{otherOf(booking).name}</bdi>
      </span>
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

function isNext({ status, starts_on, ends_on }: Booking, now: Date): boolean {
  const soon = Date.parse(starts_on) - now.getTime() < week
  return (status === 'approved' || status === 'active') && soon && Date.parse(ends_on) > now.getTime()
}
