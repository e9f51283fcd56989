import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingQuery } from '#web/features/booking/queries.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { RoomPeople } from './room-people.tsx'
import { groupRoomQuery, type Meeting, roomQuery } from './room-queries.ts'
import { RoomSkeleton } from './room-skeleton.tsx'
import { closedText, untilText } from './room-texts.ts'
import { zoneLetters } from './when.ts'

/** The room of a meeting: who is there, and how long until it starts or ends. Before and after it says why it is closed. */
export function RoomPage({ bookingId }: { bookingId: string }) {
  const zone = useOwnZone() ?? deviceTimeZone()
  // A booking can be answered or cancelled while one waits at the door.
  const query = useQuery({ ...bookingQuery(bookingId, zone), refetchInterval: 60_000, retryOnMount: false })
  const booking = query.data
  const room = useQuery(roomQuery(bookingId, booking?.ends_on))
  if (!booking) {
    if (!query.error) return <RoomSkeleton />
    // What is no booking of theirs can be a time of a group session.
    return isNotFound(query.error) ? <GroupRoom id={bookingId} zone={zone} /> : <NotOpened query={query} />
  }
  if (room.isPending && !room.isError) return <RoomSkeleton />
  if (room.data) return <Room meeting={room.data} zone={zone} lost={room.isError} />
  return <Door booking={booking} zone={zone} lost={room.isError} />
}

/** The room of a time of a group session, which may be nobody's booking: it says itself all there is to know. */
function GroupRoom({ id, zone }: { id: string; zone: string }) {
  const query = useQuery(groupRoomQuery(id))
  const { data, error } = query
  if (!data) {
    if (!error) return <RoomSkeleton />
    return isNotFound(error) ? (
      <Closed title="This meeting isn’t yours to join">
        It is open to those of its booking or its session, signed in as themselves. Check the link, or who is
        signed in here.
      </Closed>
    ) : (
      <NotOpened query={query} />
    )
  }
  if (!('refusal' in data)) return <Room meeting={data} zone={zone} lost={query.isError} />
  return (
    <Frame>
      <h1 className="text-28">The room is closed</h1>
      <p role="status" className="mt-2 max-w-[46ch] text-ink-soft">
        {data.refusal}
      </p>
      {query.isError && <Lost />}
    </Frame>
  )
}

/** Inside: the people, and the time. */
function Room({ meeting, zone, lost }: { meeting: Meeting; zone: string; lost: boolean }) {
  const now = useNow()
  const together = meeting.people.filter(person => person.present).length > 1
  return (
    <Frame lit={together}>
      <Head meeting={meeting} zone={zone} />
      <p className="mt-6 font-serif text-28 font-semibold" role="timer">
        {untilText(meeting, now)}
      </p>
      <RoomPeople people={meeting.people} />
      {lost && <Lost />}
    </Frame>
  )
}

/** Outside: why it is closed. It opens by itself. */
function Door({ booking, zone, lost }: { booking: Booking; zone: string; lost: boolean }) {
  const { title, text } = closedText(booking, useNow(), zone)
  return (
    <Frame>
      <Head meeting={booking} zone={zone} />
      <div role="status" className="mt-6">
        <p className="font-serif text-28 font-semibold">{title}</p>
        <p className="mx-auto mt-2 max-w-[46ch] text-ink-soft">{text}</p>
      </div>
      {lost && <Lost />}
    </Frame>
  )
}

function Head({
  meeting: { topic, starts_on, ends_on },
  zone,
}: {
  meeting: Pick<Booking, 'topic' | 'starts_on' | 'ends_on'>
  zone: string
}) {
  return (
    <>
      <h1 className="text-18 wrap-anywhere text-ink-soft" dir="auto">
        {topic}
      </h1>
      <p className="mt-1 text-14 text-ink-faint">
        {shortDayText(starts_on, zone)},{' '}
        <time dateTime={starts_on} className="figures">
          {timesText(starts_on, ends_on, zone)}
        </time>{' '}
        {zoneLetters(zone, starts_on)}
      </p>
    </>
  )
}

function NotOpened({ query }: { query: UseQueryResult }) {
  return (
    <Frame>
      <h1 className="sr-only">Meeting</h1>
      <ErrorState
        title="The room didn’t open"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {problemText(query.error)}
      </ErrorState>
    </Frame>
  )
}

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Frame>
      <h1 className="text-28">{title}</h1>
      <p className="mt-2 max-w-[46ch] text-ink-soft">{children}</p>
    </Frame>
  )
}

function Frame({ lit = false, children }: { lit?: boolean; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <main id="main" className={lit ? 'lamplight min-h-dvh' : 'min-h-dvh'}>
      <div className="mx-auto flex min-h-dvh max-w-form flex-col items-center justify-center px-4 py-12 text-center">
        <Lamp lit={lit} className="mb-6 h-28" />
        {children}
        <Button
          className="mt-10"
          onClick={() => {
            // Closes a window that was opened for the meeting; in any other the page stays and leads on.
            close()
            void navigate({ to: '/meeting' })
          }}
        >
          <LogOut aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Leave
        </Button>
      </div>
    </main>
  )
}

function Lost() {
  return (
    <p role="alert" className="mt-6 text-14 font-medium text-negative">
      The connection is gone. You are let in again as soon as it is back.
    </p>
  )
}

function isNotFound(error: Error): boolean {
  // An address that names no booking at all is refused as invalid.
  return error instanceof ProblemError && (error.code === 'not_found' || error.code === 'invalid')
}
