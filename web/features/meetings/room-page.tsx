import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingQuery } from '#web/features/bookings/queries.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { RoomFrame, useLeaveRoom } from './room-frame.tsx'
import { Head } from './room-head.tsx'
import { type Meeting, type MeetingTime, roomQuery, timeQuery } from './room-queries.ts'
import { RoomSkeleton } from './room-skeleton.tsx'
import { closedText, refusedText } from './room-texts.ts'

const LiveMeeting = lazy(async () => ({
  default: (await import('./live-meeting.tsx')).LiveMeeting,
}))

/** The room of a meeting: the lobby and the call while it is open; before and after, why it is closed. */
export function RoomPage({ bookingId }: { bookingId: string }) {
  const zone = useViewerZone()
  const leave = useLeaveRoom()
  // From then on the call tracks its own state; and people in it may stay when the lobby closes.
  const [entered, setEntered] = useState<Meeting | null>(null)
  const looking = { enabled: !entered, retryOnMount: false }
  const { data: known } = useQuery({ ...bookingQuery(bookingId, zone), enabled: false })
  const { data: time } = useQuery({ ...timeQuery(bookingId), enabled: false })
  const room = useQuery({ ...roomQuery(bookingId, (known ?? time)?.ends_on), ...looking })
  const lost = room.isError || room.failureCount > 0
  const meeting = entered ?? (room.data && 'room' in room.data ? room.data : null)
  const booking = useQuery({
    ...bookingQuery(bookingId, zone),
    ...looking,
    // An open room says all there is to know; and a group session's has no booking to ask for.
    enabled: !meeting && !room.isPending,
    // A booking can be answered or canceled while somebody waits before its room. A group session's stays missing.
    refetchInterval: ({ state: { error } }) => !isMissing(error) && 60_000,
  })
  // An id that isn't one of their bookings can be an occurrence of a session.
  const isOccurrence = isMissing(booking.error)
  const { isPending } = useQuery({ ...timeQuery(bookingId), enabled: !meeting && isOccurrence })
  if (meeting) {
    return (
      <Suspense fallback={<RoomSkeleton />}>
        <LiveMeeting
          bookingId={bookingId}
          meeting={meeting}
          zone={zone}
          lost={lost}
          onEnter={() => setEntered(meeting)}
          onLeave={leave}
        />
      </Suspense>
    )
  }
  if (room.isPending || booking.isPending) return <RoomSkeleton />
  if (booking.data) return <Door booking={booking.data} zone={zone} lost={lost} />
  if (!isOccurrence) return <NotOpened query={booking} />
  if (isPending) return <RoomSkeleton />
  if (room.data && 'refusal' in room.data)
    return <Closed refusal={room.data.refusal} time={time} zone={zone} lost={lost} />
  return isMissing(room.error) ? <Strange /> : <NotOpened query={room} />
}

/** A booking's meeting that isn't open. */
function Door({ booking, zone, lost }: { booking: Booking; zone: string; lost: boolean }) {
  return <Outside meeting={booking} {...closedText(booking, useNow(), zone)} zone={zone} lost={lost} />
}

/** Outside: why it is closed. It opens by itself. */
function Outside({
  meeting,
  title,
  text,
  zone,
  lost,
}: {
  meeting: Pick<MeetingTime, 'topic' | 'starts_on' | 'ends_on'>
  title: string
  text: string
  zone: string
  lost: boolean
}) {
  return (
    <RoomFrame>
      <Head meeting={meeting} zone={zone} />
      <div role="status" className="mt-6">
        <p className="font-serif text-28 font-semibold">{title}</p>
        <p className="mx-auto mt-2 max-w-[46ch] text-ink-soft">{text}</p>
      </div>
      {lost && <Lost />}
    </RoomFrame>
  )
}

function NotOpened({ query }: { query: UseQueryResult }) {
  return (
    <RoomFrame>
      <h1 className="sr-only">Meeting</h1>
      <LoadFailed title="The meeting didn’t load" {...failureOf(query)} />
    </RoomFrame>
  )
}

/** An occurrence of a group session that isn't open. */
function Closed({
  refusal,
  time,
  zone,
  lost,
}: {
  refusal: string
  time: MeetingTime | undefined
  zone: string
  lost: boolean
}) {
  const now = useNow()
  if (time) {
    return <Outside meeting={time} {...refusedText(time, refusal, now, zone)} zone={zone} lost={lost} />
  }
  return (
    <RoomFrame>
      <h1 className="text-28">This meeting is closed</h1>
      <p role="status" className="mt-2 max-w-[46ch] text-ink-soft">
        {refusal}
      </p>
      {lost && <Lost />}
    </RoomFrame>
  )
}

function Strange() {
  return (
    <RoomFrame>
      <h1 className="text-28">You can’t join this meeting</h1>
      <p className="mt-2 max-w-[46ch] text-ink-soft">
        Only people with this booking or session can join. Check the link, or check which account you’re
        signed in with.
      </p>
    </RoomFrame>
  )
}

function Lost() {
  return (
    <FailureText className="mt-6">You lost your connection. You’ll rejoin as soon as it’s back.</FailureText>
  )
}
