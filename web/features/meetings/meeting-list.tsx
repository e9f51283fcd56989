import { useInfiniteQuery } from '@tanstack/react-query'
import type { Booking } from '#shared/api/bookings.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { ListEnd } from '#web/ui/list-end.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { BookingCard, type CardDialog } from './booking-card.tsx'
import { EmptyMeetings } from './empty-meetings.tsx'
import { CardSkeletons, cardGrid } from './meeting-skeletons.tsx'
import { bookingsOf, meetingsQuery } from './queries.ts'
import type { MeetingListName } from './search.ts'
import { useMoment } from './use-moment.ts'

type MeetingListProps = {
  list: MeetingListName
  zone: string
  onOpen: (dialog: CardDialog, booking: Booking) => void
}

/** One's meetings as cards, six more as one scrolls. */
export function MeetingList({ list, zone, onOpen }: MeetingListProps) {
  const query = useInfiniteQuery(meetingsQuery(list))
  const { data, error, isFetching, hasNextPage, refetch } = query
  const bookings = data ? bookingsOf(data.pages) : []
  const now = useMoment(bookings, zone)
  if (data === undefined) {
    return error ? (
      <ErrorState title={titleOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <CardSkeletons count={6} label="Loading your meetings" />
    )
  }
  if (bookings.length === 0) return <EmptyMeetings list={list} />
  return (
    <>
      <ul className={cardGrid}>
        {bookings.map((booking, index) => (
          <li
            key={booking.id}
            className="grid min-w-0 animate-rise"
            // Each six rise one after the other (75 ms apart).
            style={{ animationDelay: `${(index % 6) * 75}ms` }}
          >
            <BookingCard booking={booking} now={now} zone={zone} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <div className="pt-4">
        {hasNextPage ? (
          <MoreRows
            query={query}
            count={bookings.length}
            what="More meetings"
            skeleton={<CardSkeletons count={3} label="Loading more meetings" />}
          />
        ) : (
          <ListEnd>{list === 'passed' ? 'That’s your whole history.' : 'That’s everything ahead.'}</ListEnd>
        )}
      </div>
    </>
  )
}

function titleOf(error: Error): string {
  return error instanceof ProblemError && error.code === 'offline'
    ? 'No connection'
    : 'Your meetings didn’t load'
}
