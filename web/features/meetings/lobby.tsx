import { useEffect, useSyncExternalStore } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { DevicePickers } from './device-pickers.tsx'
import type { LocalMedia } from './local-media.ts'
import { Head } from './room-head.tsx'
import { RoomPeople } from './room-people.tsx'
import type { Meeting } from './room-queries.ts'
import { lostText, untilText } from './room-texts.ts'
import { SourceButton } from './source-button.tsx'
import { TurnCamera } from './turn-camera.tsx'
import { Video } from './video.tsx'

/** Before the call: the person's own picture and sound, who is there, and the time until the start. */
export function Lobby({
  bookingId,
  meeting,
  zone,
  local,
  lost,
  onEnter,
  onLeave,
}: {
  bookingId: string
  meeting: Meeting
  zone: string
  local: LocalMedia
  /** Whether the server is unreachable. */
  lost: boolean
  onEnter: () => void
  onLeave: () => void
}) {
  const now = useNow()
  const state = useSyncExternalStore(local.subscribe, local.state)
  useEffect(() => {
    // Both at once, so that a browser that needs permission can ask for both in a row.
    void local.toggle('microphone', true)
    void local.toggle('camera', true)
  }, [local])
  const you = meeting.people.find(person => person.is_you)
  const problems = [state.problems.camera, state.problems.microphone].filter(problem => problem !== null)
  return (
    <main id="main" className="full-bleed lamplight min-h-dvh">
      {/* From the top: centered, the button would move under the pointer whenever something below it appears. */}
      <div className="mx-auto grid max-w-content gap-x-10 gap-y-5 px-4 py-5 sm:px-6 sm:max-lg:short:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_24rem] lg:py-10">
        <section aria-label="Your camera and microphone" className="min-w-0">
          <div className="relative flex aspect-video items-center justify-center overflow-hidden rounded-16 border border-line bg-sunken">
            {state.tracks.camera ? (
              // A camera's picture may be higher than its place, which must not grow. With a key, it isn't the text's element that grows.
              <div key="picture" className="absolute inset-0">
                <Video track={state.tracks.camera} label="Your camera" mirrored />
              </div>
            ) : (
              <div className="flex flex-col items-center gap-3 pb-12 text-14 text-ink-soft">
                {you && <Avatar name={you.name} image={you.profile_image} className="size-16! text-22" />}
                {state.opening.camera ? 'The camera is starting…' : 'The camera is off'}
              </div>
            )}
            <div className="absolute inset-x-0 bottom-3 flex justify-center gap-3">
              <SourceButton source="microphone" {...{ local, state }} bare />
              <SourceButton source="camera" {...{ local, state }} bare />
              <TurnCamera {...{ local, state }} />
            </div>
          </div>
          {problems.length > 0 && (
            <div
              role="alert"
              className="mt-3 grid gap-1 rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution"
            >
              {problems.map(problem => (
                <p key={problem}>{problem}</p>
              ))}
            </div>
          )}
        </section>
        <section
          aria-label="The meeting"
          className="flex min-w-0 flex-col sm:short:col-start-2 sm:short:row-span-2 sm:short:row-start-1 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <Head meeting={meeting} zone={zone} />
          <p className="mt-2 font-serif text-28 font-semibold" role="timer">
            {untilText(meeting, now)}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button variant="primary" size="lg" className="flex-1" onClick={onEnter}>
              {entryText(meeting)}
            </Button>
            <Button size="lg" onClick={onLeave}>
              Leave
            </Button>
          </div>
          <p className="mt-2 text-14 text-ink-soft">{entryHint(meeting, state.on)}</p>
          <FailureText className="mt-3">{lost && lostText}</FailureText>
          <div className="mt-5">
            <RoomPeople people={meeting.people} />
          </div>
          <div className="mt-5">
            <ConnectionNote bookingId={bookingId} iceServers={meeting.ice_servers} />
          </div>
        </section>
        <section aria-label="Devices" className="min-w-0 rounded-16 border border-line bg-sheet p-5">
          <DevicePickers local={local} state={state} />
        </section>
      </div>
    </main>
  )
}

function entryText({ role, admitted, admission }: Meeting): string {
  return role === 'host' || admitted || admission === 'direct' ? 'Join the meeting' : 'Ask to be let in'
}

function entryHint({ role, people }: Meeting, on: { camera: boolean; microphone: boolean }): string {
  const waiting = people.filter(person => person.waiting).map(person => person.name)
  if (role === 'host' && waiting.length > 0) {
    return waiting.length === 1
      ? `${waiting[0]} is waiting for you to let them in.`
      : `${new Intl.ListFormat('en').format(waiting)} are waiting for you to let them in.`
  }
  if (!on.camera && !on.microphone)
    return 'You’ll join with your camera and microphone off. You can turn them on inside.'
  if (!on.camera) return 'You’ll join with your camera off.'
  if (!on.microphone) return 'You’ll join muted.'
  return 'No one can see or hear you yet.'
}
