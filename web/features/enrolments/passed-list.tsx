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
import { sessionMeetingsQuery } from './queries.ts'
import { SessionMeetingCard } from './session-meeting-card.tsx'
import { momentsOf, rising } from './session-times.ts'

/** The sessions that have taken place, the latest first. */
export function PassedList({ filter, zone }: { filter: MeetingFilter; zone: string }) {
  const query = useInfiniteQuery(sessionMeetingsQuery('passed', filter))
  const rows = query.data ? rowsOf(query.data.pages) : []
  const now = useMoment(momentsOf(rows), zone)
  if (query.data === undefined) {
    return query.error ? (
      <EnrolmentsFailed query={query} />
    ) : (
      <CardSkeletons count={3} label="Loading your passed meetings" />
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="No sessions passed yet"
        action={
          <Link to="/meeting" search={{ tab: 'enrollments' }} className={buttonClass({ variant: 'primary' })}>
            See what is ahead
          </Link>
        }
      >
        What is over stays here: when it was, who taught it, and how many came.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={cardGrid}>
        {rows.map((meeting, index) => (
          <li key={meeting.id} className="grid min-w-0 animate-rise" style={rising(index)}>
            <SessionMeetingCard meeting={meeting} now={now} zone={zone} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={rows.length}
        what="More meetings"
        skeleton={
          <div className="pt-4">
            <CardSkeletons count={3} label="Loading more meetings" />
          </div>
        }
      />
    </>
  )
}
