import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import type { SessionMeeting, UnpaidOccurrence } from '#shared/api/enrolments.ts'
import type { Occurrence } from '#shared/api/sessions.ts'
import { joinButton } from '#shared/domain/booking-card.ts'
import { BookingCard, type CardDialog } from '#web/features/bookings/booking-card.tsx'
import { cardFacts } from '#web/features/bookings/booking-facts.ts'
import { CardSkeletons, cardGrid } from '#web/features/bookings/booking-skeletons.tsx'
import { EmptyBookings } from '#web/features/bookings/empty-bookings.tsx'
import { bookingsOf, bookingsQuery } from '#web/features/bookings/queries.ts'
import type { MeetingFilter, MeetingListName } from '#web/features/bookings/search.ts'
import { useMoment } from '#web/features/bookings/use-moment.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { ListEnd } from '#web/ui/list-end.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { merged } from './merged.ts'
import { sessionMeetingsQuery, unpaidQuery } from './queries.ts'
import { meetingJoin, SessionMeetingCard } from './session-meeting-card.tsx'
import { momentsOf, rising } from './session-times.ts'
import { UnpaidCard } from './unpaid-card.tsx'

type ListProps = { zone: string; onOpen: (dialog: CardDialog, booking: Booking) => void }

/** Bookings and sessions of the person on either side, by time: upcoming ones by filter, or past and canceled ones. */
export function MeetingList({ list, ...props }: ListProps & { list: MeetingListName }) {
  return (
    <Loaded
      waiting={<CardSkeletons count={6} label="Loading your meetings" />}
      failed="Your meetings didn’t load"
    >
      {list === 'passed' ? <Passed {...props} /> : <Upcoming filter={list} {...props} />}
    </Loaded>
  )
}

function Upcoming({ filter, ...props }: ListProps & { filter: MeetingFilter }) {
  const booked = useSuspenseInfiniteQuery(bookingsQuery(filter))
  const sessions = useSuspenseInfiniteQuery(sessionMeetingsQuery('upcoming', filter))
  const unpaid = useSuspenseInfiniteQuery(unpaidQuery)
  const bookings = bookingsOf(booked.data.pages)
  const meetings = rowsOf(sessions.data.pages)
  const withUnpaid = filter === 'all' || filter === 'pending'
  const due = withUnpaid ? rowsOf(unpaid.data.pages) : []
  const now = useMoment([...bookings, ...momentsOf([...meetings, ...due])], props.zone)
  const show = { ...props, now }
  const { rows, behind } = merged(
    [
      from(
        booked,
        endOfBookings(bookings),
        bookingRows(withoutPlaces(bookings, [...meetings, ...due]), show),
      ),
      from(sessions, endOfSessions(meetings), meetingRows(meetings, show)),
      ...(withUnpaid ? [from(unpaid, endOfSessions(due), unpaidRows(due, show))] : []),
    ],
    'rising',
  )
  if (rows.length === 0 && !behind) return <EmptyBookings list={filter} />
  const live = rows.filter(row => row.live)
  const later = rows.filter(row => !row.live)
  return (
    <>
      {live.length > 0 && (
        <section aria-labelledby="live-now" className="mb-8">
          <h2 id="live-now" className="mb-3 text-22">
            Live now
          </h2>
          <Cards rows={live} />
        </section>
      )}
      {later.length > 0 && (
        <h2 className={live.length > 0 ? 'mb-3 text-22' : 'sr-only'}>Upcoming meetings</h2>
      )}
      <Cards rows={later} />
      <End query={behind?.query} count={rows.length}>
        Nothing else scheduled.
      </End>
    </>
  )
}

function Passed(props: ListProps) {
  const booked = useSuspenseInfiniteQuery(bookingsQuery('passed'))
  const sessions = useSuspenseInfiniteQuery(sessionMeetingsQuery('passed', 'all'))
  const bookings = bookingsOf(booked.data.pages)
  const meetings = rowsOf(sessions.data.pages)
  const now = useMoment([...bookings, ...momentsOf(meetings)], props.zone)
  const show = { ...props, now }
  const { rows, behind } = merged(
    [
      from(booked, endOfBookings(bookings), bookingRows(withoutPlaces(bookings, meetings), show)),
      from(sessions, endOfSessions(meetings), meetingRows(meetings, show)),
    ],
    'falling',
  )
  if (rows.length === 0 && !behind) return <EmptyBookings list="passed" />
  return (
    <>
      <Cards rows={rows} />
      <End query={behind?.query} count={rows.length}>
        That’s all of your past meetings.
      </End>
    </>
  )
}

type Query = ComponentProps<typeof MoreRows>['query']
type Row = { id: string; at: string; live: boolean; card: ReactNode }
type Show = ListProps & { now: Temporal.Instant }

/** `end` is the time of the last loaded row, which may be one that isn’t shown. */
function from(query: Query, end: string | undefined, rows: readonly Row[]) {
  return { query, rows, until: (query.hasNextPage && end) || null }
}

function endOfBookings(bookings: readonly Booking[]): string | undefined {
  return bookings.at(-1)?.starts_on
}

function endOfSessions(
  meetings: readonly { occurrence: Pick<Occurrence, 'starts_at'> }[],
): string | undefined {
  return meetings.at(-1)?.occurrence.starts_at
}

/** A place in a session is a booking, too, and has its session's card. */
function withoutPlaces(
  bookings: readonly Booking[],
  meetings: readonly { occurrence: Pick<Occurrence, 'booking_id'> }[],
): Booking[] {
  const places = new Set(meetings.map(({ occurrence }) => occurrence.booking_id))
  return bookings.filter(({ id }) => !places.has(id))
}

function bookingRows(bookings: readonly Booking[], { now, zone, onOpen }: Show): Row[] {
  return bookings.map(booking => ({
    id: booking.id,
    at: booking.starts_on,
    live: joinButton(cardFacts(booking), now, zone, booking.role)?.disabled === false,
    card: <BookingCard booking={booking} now={now} zone={zone} onOpen={onOpen} />,
  }))
}

function meetingRows(meetings: readonly SessionMeeting[], { now, zone }: Show): Row[] {
  return meetings.map(meeting => ({
    id: meeting.occurrence.id,
    at: meeting.occurrence.starts_at,
    live: meetingJoin(meeting, now, zone)?.disabled === false,
    card: <SessionMeetingCard meeting={meeting} now={now} zone={zone} />,
  }))
}

function unpaidRows(due: readonly UnpaidOccurrence[], { zone }: Show): Row[] {
  return due.map(({ session, occurrence }) => ({
    id: occurrence.id,
    at: occurrence.starts_at,
    live: false,
    card: <UnpaidCard session={session} occurrence={occurrence} zone={zone} />,
  }))
}

function Cards({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className={cardGrid}>
      {rows.map(({ id, card }, index) => (
        <li key={id} className="grid min-w-0 animate-rise" style={rising(index)}>
          {card}
        </li>
      ))}
    </ul>
  )
}

function End({ query, count, children }: { query: Query | undefined; count: number; children: ReactNode }) {
  return (
    <div className="pt-4">
      {query ? (
        <MoreRows
          query={query}
          count={count}
          what="More meetings"
          skeleton={<CardSkeletons count={3} label="Loading more meetings" />}
        />
      ) : (
        <ListEnd>{children}</ListEnd>
      )}
    </div>
  )
}
