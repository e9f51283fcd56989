import { useInfiniteQuery } from '@tanstack/react-query'
import type { Booking } from '#shared/api/bookings.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { InSight } from '#web/ui/in-sight.tsx'
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

/** One's meetings as cards, six more as one scrolls (spec §9). */
export function MeetingList({ list, zone, onOpen }: MeetingListProps) {
  const query = useInfiniteQuery(meetingsQuery(list))
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const { fetchNextPage, refetch } = query
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
            // Each six rise one after the other (75 ms apart, spec §9).
            style={{ animationDelay: `${(index % 6) * 75}ms` }}
          >
            <BookingCard booking={booking} now={now} zone={zone} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <div className="pt-4">
        {isFetchNextPageError ? (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-10 border border-line bg-sheet px-5 py-4 text-14 text-ink-soft"
          >
            <p>More meetings didn’t load. {problemText(error)}</p>
            <Button size="sm" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
              Retry
            </Button>
          </div>
        ) : hasNextPage ? (
          // Still in sight after a page came, it must ask on.
          <InSight
            key={`${bookings.length} ${isFetching}`}
            onSeen={() => !isFetching && void fetchNextPage()}
          >
            <CardSkeletons count={3} label="Loading more meetings" />
          </InSight>
        ) : (
          <p className="flex items-center gap-4 py-6 text-14 text-ink-faint">
            <span className="h-px flex-1 bg-line" />
            {list === 'passed' ? 'That’s your whole history.' : 'That’s everything ahead.'}
            <span className="h-px flex-1 bg-line" />
          </p>
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
