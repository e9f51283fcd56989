import { useEffect, useState, useSyncExternalStore } from 'react'
import { RoomFrame } from '#web/features/meetings/room-frame.tsx'
import { Head } from '#web/features/meetings/room-head.tsx'
import { RoomSkeleton } from '#web/features/meetings/room-skeleton.tsx'
import { untilText } from '#web/features/meetings/room-texts.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { AfterView } from './after-view.tsx'
import { CallView } from './call-view.tsx'
import { Lobby } from './lobby.tsx'
import { LocalMedia } from './local-media.ts'
import { type Credentials, MeetingRoom } from './meeting-room.ts'
import './call.css'

/** A meeting that is open: the lobby, the wait at its door, the call, and what is left of it. */
export function LiveMeeting({
  bookingId,
  meeting,
  zone,
  lost,
  onEnter,
  onLeave,
}: {
  bookingId: string
  meeting: Credentials
  zone: string
  lost: boolean
  /** From here on the call itself knows how it stands. */
  onEnter: () => void
  onLeave: () => void
}) {
  const [local, setLocal] = useState<LocalMedia | null>(null)
  const [room, setRoom] = useState<MeetingRoom | null>(null)
  useEffect(() => {
    const media = new LocalMedia()
    setLocal(media)
    return () => media.close()
  }, [])
  useEffect(() => () => room?.leave(), [room])
  if (!local) return <RoomSkeleton />
  if (room) return <Inside {...{ bookingId, meeting, zone, room, local }} />
  const enter = () => {
    const entered = new MeetingRoom({ bookingId, credentials: meeting, local })
    setRoom(entered)
    onEnter()
    void entered.enter()
  }
  return <Lobby {...{ bookingId, meeting, zone, local, lost, onLeave }} onEnter={enter} />
}

function Inside({
  bookingId,
  meeting,
  zone,
  room,
  local,
}: {
  bookingId: string
  meeting: Credentials
  zone: string
  room: MeetingRoom
  local: LocalMedia
}) {
  const state = useSyncExternalStore(room.subscribe, room.state)
  if (state.phase === 'ended') return <AfterView bookingId={bookingId} ending={state.ending!} zone={zone} />
  if (state.phase === 'in') return <CallView {...{ bookingId, meeting, zone, room, state, local }} />
  return (
    <Waiting meeting={meeting} zone={zone} atDoor={state.phase === 'waiting'} onLeave={() => room.leave()} />
  )
}

/** At the door. One is let in without doing anything more. */
function Waiting({
  meeting,
  zone,
  atDoor,
  onLeave,
}: {
  meeting: Credentials
  zone: string
  atDoor: boolean
  onLeave: () => void
}) {
  const host = meeting.people.find(person => person.is_tutor)
  return (
    <RoomFrame onLeave={onLeave}>
      <Head meeting={meeting} zone={zone} />
      <div role="status" className="mt-6">
        <p className="flex items-center justify-center gap-3 font-serif text-28 font-semibold">
          <Spinner />
          {atDoor ? 'You’re at the door' : 'Entering…'}
        </p>
        {atDoor && (
          <p className="mx-auto mt-2 max-w-[46ch] text-ink-soft">
            {host ? <bdi>{host.name}</bdi> : 'The host'} has been told and lets you in. Stay on this page.
          </p>
        )}
      </div>
      <p role="timer" className="mt-6 text-14 text-ink-faint">
        {untilText(meeting, useNow())}
      </p>
    </RoomFrame>
  )
}
