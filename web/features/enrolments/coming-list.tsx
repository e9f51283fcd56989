import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { CardSkeletons, cardGrid } from '#web/features/bookings/booking-skeletons.tsx'
import { useMoment } from '#web/features/bookings/use-moment.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { sessionMeetingsQuery, unpaidQuery } from './queries.ts'
import { meetingJoin, SessionMeetingCard } from './session-meeting-card.tsx'
import { momentsOf, rising } from './session-times.ts'
import { UnpaidCard } from './unpaid-card.tsx'

/** What is live, then unpaid occurrences, and below them those that the person has a place in or teaches. */
export function ComingList({ zone }: { zone: string }) {
  return (
    <Loaded waiting={<Loading />} failed="Your enrollments didn’t load">
      <Coming zone={zone} />
    </Loaded>
  )
}

function Coming({ zone }: { zone: string }) {
  const unpaid = useSuspenseInfiniteQuery(unpaidQuery)
  const meetings = useSuspenseInfiniteQuery(sessionMeetingsQuery('upcoming', 'all'))
  const due = rowsOf(unpaid.data.pages)
  const ahead = rowsOf(meetings.data.pages)
  const now = useMoment(momentsOf([...due, ...ahead]), zone)
  if (due.length + ahead.length === 0) return <Empty />
  const isLive = (meeting: SessionMeeting) => meetingJoin(meeting, now, zone)?.disabled === false
  const live = ahead.filter(isLive)
  const later = ahead.filter(meeting => !isLive(meeting))
  const above = live.length + due.length > 0
  return (
    <>
      {live.length > 0 && (
        <section aria-labelledby="live-now" className="mb-8">
          <h2 id="live-now" className="mb-3 text-22">
            Live now
          </h2>
          <Cards meetings={live} now={now} zone={zone} />
        </section>
      )}
      {due.length > 0 && (
        <section aria-labelledby="due">
          <h2 id="due" className="sr-only">
            Pay to join
          </h2>
          <ul className={cardGrid}>
            {due.map((row, index) => (
              <li key={row.id} className="grid min-w-0 animate-rise" style={rising(index)}>
                <UnpaidCard session={row.session} occurrence={row.occurrence} zone={zone} />
              </li>
            ))}
          </ul>
          <MoreRows query={unpaid} count={due.length} what="More enrollments" skeleton={<More />} />
        </section>
      )}
      {(later.length > 0 || meetings.hasNextPage) && (
        <section aria-labelledby="ahead" className={due.length > 0 ? 'mt-8' : undefined}>
          <h2 id="ahead" className={above ? 'mb-4 text-22' : 'sr-only'}>
            Your upcoming sessions
          </h2>
          <Cards meetings={later} now={now} zone={zone} />
          <MoreRows query={meetings} count={ahead.length} what="More meetings" skeleton={<More />} />
        </section>
      )}
    </>
  )
}

function Cards({
  meetings,
  ...shown
}: {
  meetings: readonly SessionMeeting[]
  now: Temporal.Instant
  zone: string
}) {
  return (
    <ul className={cardGrid}>
      {meetings.map((meeting, index) => (
        <li key={meeting.occurrence.id} className="grid min-w-0 animate-rise" style={rising(index)}>
          <SessionMeetingCard meeting={meeting} {...shown} />
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <>
      <p className="mb-4 text-14 text-ink-faint">All your enrollments would appear here...</p>
      <CardSkeletons count={3} label="Loading your enrollments" />
    </>
  )
}

function More() {
  return (
    <div className="pt-4">
      <CardSkeletons count={3} label="Loading more" />
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="Your enrolled courses will appear here"
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Find sessions for a class
        </Link>
      }
    >
      Enroll in a session to see its next dates here, pay for them and join. The sessions you teach show up
      here too.
    </EmptyState>
  )
}
