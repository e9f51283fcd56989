import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AfterView } from './after-view.tsx'
import { CallView } from './call-view.tsx'
import { Lobby } from './lobby.tsx'
import { LocalMedia } from './local-media.ts'
import { MeetingRoom } from './meeting-room.ts'
import type { MeetingState } from './meeting-state.ts'
import { RoomFrame } from './room-frame.tsx'
import { Head } from './room-head.tsx'
import type { Meeting } from './room-queries.ts'
import { RoomSkeleton } from './room-skeleton.tsx'
import { lostText, untilText } from './room-texts.ts'
import { useWakeLock } from './use-wake-lock.ts'
import './call.css'

/** An open meeting: the lobby, the wait at its door, the call, and the view afterwards. */
export function LiveMeeting({
  bookingId,
  meeting,
  zone,
  lost,
  onEnter,
  onLeave,
}: {
  bookingId: string
  meeting: Meeting
  zone: string
  lost: boolean
  /** From here on the call tracks its own state. */
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
  if (room) return <Inside {...{ bookingId, zone, room, local }} />
  const enter = () => {
    const entered = new MeetingRoom({ bookingId, credentials: meeting, local })
    setRoom(entered)
    local.dismissProblems()
    onEnter()
    void entered.enter()
  }
  return <Lobby {...{ bookingId, meeting, zone, local, lost, onLeave }} onEnter={enter} />
}

type Entered = { bookingId: string; zone: string; room: MeetingRoom; local: LocalMedia }

function Inside({ bookingId, zone, room, local }: Entered) {
  const state = useSyncExternalStore(room.subscribe, room.state)
  return (
    <>
      <Step {...{ bookingId, zone, room, local, state }} />
      {/* Stands before the call does: screen readers tell only what changes in it, and the first is that the person is in. */}
      <p role="log" aria-label="Meeting updates" className="sr-only">
        {state.phase === 'in' && <span key={state.said.number}>{state.said.text}</span>}
      </p>
    </>
  )
}

function Step({ bookingId, zone, room, local, state }: Entered & { state: MeetingState }) {
  if (state.phase === 'ended') return <AfterView bookingId={bookingId} ending={state.ending!} zone={zone} />
  if (state.phase === 'in') return <CallView {...{ bookingId, zone, room, state, local }} />
  const atDoor = state.phase === 'waiting'
  return (
    <Waiting
      meeting={state.meeting}
      zone={zone}
      atDoor={atDoor}
      lost={state.lost || (atDoor && !state.connected)}
      onLeave={() => room.leave()}
    />
  )
}

/** At the door. The person is admitted without doing anything more. */
function Waiting({
  meeting,
  zone,
  atDoor,
  lost,
  onLeave,
}: {
  meeting: Meeting
  zone: string
  atDoor: boolean
  lost: boolean
  onLeave: () => void
}) {
  const host = meeting.people.find(person => person.is_tutor)
  useWakeLock()
  return (
    <RoomFrame onLeave={onLeave}>
      <Head meeting={meeting} zone={zone} />
      <div role="status" className="mt-6">
        <p className="flex items-center justify-center gap-3 font-serif text-28 font-semibold">
          <Spinner />
          {atDoor ? 'Waiting room' : 'Joining…'}
        </p>
        {atDoor && (
          <p className="mx-auto mt-2 max-w-[46ch] text-ink-soft">
            Waiting for {host ? <bdi>{host.name}</bdi> : 'the host'} to let you in. Stay on this page.
          </p>
        )}
      </div>
      <FailureText className="mt-6">{lost && lostText}</FailureText>
      <p role="timer" className="mt-6 text-14 text-ink-faint">
        {untilText(meeting, useNow())}
      </p>
    </RoomFrame>
  )
}
