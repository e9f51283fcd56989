import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CardSkeletons, cardGrid } from '#web/features/meetings/meeting-skeletons.tsx'
import type { MeetingFilter } from '#web/features/meetings/search.ts'
import { useMoment } from '#web/features/meetings/use-moment.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { EnrolmentsFailed } from './enrolments-failed.tsx'
import { sessionMeetingsQuery, unpaidQuery } from './queries.ts'
import { SessionMeetingCard } from './session-meeting-card.tsx'
import { momentsOf, rising } from './session-times.ts'
import { UnpaidCard } from './unpaid-card.tsx'

/** What is to be paid, and under it what one has a place in or teaches. */
export function ComingList({ filter, zone }: { filter: MeetingFilter; zone: string }) {
  const unpaid = useInfiniteQuery({
    ...unpaidQuery,
    enabled: filter === 'all' || filter === 'pending',
  })
  const meetings = useInfiniteQuery(sessionMeetingsQuery('upcoming', filter))
  const withUnpaid = filter === 'all' || filter === 'pending'
  const due = withUnpaid && unpaid.data ? rowsOf(unpaid.data.pages) : []
  const ahead = meetings.data ? rowsOf(meetings.data.pages) : []
  const now = useMoment(momentsOf([...due, ...ahead]), zone)
  const needed = withUnpaid ? [unpaid, meetings] : [meetings]
  const failed = needed.find(query => query.data === undefined && query.error)
  if (failed) return <EnrolmentsFailed query={failed} />
  if (needed.some(query => query.data === undefined)) return <Loading />
  if (due.length + ahead.length === 0) return <Empty filter={filter} />
  return (
    <>
      {due.length > 0 && (
        <section aria-label="Pay to join">
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
      {ahead.length > 0 && (
        <section aria-labelledby="ahead" className={due.length > 0 ? 'mt-8' : undefined}>
          <h2 id="ahead" className={due.length > 0 ? 'mb-4 text-22' : 'sr-only'}>
            Your sessions ahead
          </h2>
          <ul className={cardGrid}>
            {ahead.map((meeting, index) => (
              <li key={meeting.id} className="grid min-w-0 animate-rise" style={rising(index)}>
                <SessionMeetingCard meeting={meeting} now={now} zone={zone} />
              </li>
            ))}
          </ul>
          <MoreRows query={meetings} count={ahead.length} what="More meetings" skeleton={<More />} />
        </section>
      )}
    </>
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

const texts: Record<MeetingFilter, string> = {
  all: 'Enrol in a session, and its next times are here: to pay for, and then to join. Those you teach are here, too.',
  pending: 'Nothing of what you are enrolled in waits to be paid.',
  teaching: 'Sessions that you plan are here, with who is expected.',
  meetings: 'What you have paid for, and what is free, is here and is joined from here.',
}

function Empty({ filter }: { filter: MeetingFilter }) {
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="Your enrolled courses will appear here"
      action={
        filter === 'teaching' ? (
          <Link to="/sessions/create" className={buttonClass({ variant: 'primary' })}>
            New Session
          </Link>
        ) : (
          <Link to="/search" className={buttonClass({ variant: 'primary' })}>
            Find sessions of a class
          </Link>
        )
      }
    >
      {texts[filter]}
    </EmptyState>
  )
}
