import { Hand, MicOff, UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Peer, WaitingPerson } from '#shared/api/meeting-events.ts'
import type { Admission } from '#shared/api/meetings.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MeetingRoom } from './meeting-room.ts'
import type { MeetingState } from './meeting-state.ts'
import { SidePanel } from './side-panel.tsx'
import { useDecision } from './use-decision.ts'

const icon = { 'aria-hidden': true, className: 'size-4' } as const

/** Who is in the call, and the host's actions on them. */
export function PeoplePanel({
  room,
  state: { you, peers, waiting, admission },
  onClose,
}: {
  room: MeetingRoom
  state: MeetingState
  onClose: () => void
}) {
  const isHost = you?.is_host ?? false
  return (
    <SidePanel title="People" onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {isHost && <Door room={room} waiting={waiting} admission={admission} />}
        <h3 className="font-sans text-12 font-medium tracking-normal text-ink-faint">In the call</h3>
        <ul aria-label="In the call" className="mt-1 divide-y divide-line">
          {(you ? [you, ...peers] : peers).map(peer => (
            <Row key={peer.peer_id} person={peer} note={noteOf(peer, peer === you)}>
              {peer.state.hand && <Hand {...icon} aria-label="Hand raised" aria-hidden={false} />}
              {!peer.state.microphone && <MicOff {...icon} aria-label="Muted" aria-hidden={false} />}
              {isHost && peer !== you && <HostActions room={room} peer={peer} />}
            </Row>
          ))}
        </ul>
      </div>
    </SidePanel>
  )
}

/** Who waits at the door, and whether guests have to wait. */
function Door({
  room,
  waiting,
  admission,
}: {
  room: MeetingRoom
  waiting: readonly WaitingPerson[]
  admission: Admission
}) {
  const { deciding, decide } = useDecision()
  return (
    <div className="mb-5">
      {waiting.length > 0 && (
        <>
          <h3 className="font-sans text-12 font-medium tracking-normal text-ink-faint">Waiting to get in</h3>
          <ul aria-label="Waiting to get in" className="mt-1 mb-4 divide-y divide-line">
            {waiting.map(person => (
              <Row key={person.person_id} person={person}>
                <Button size="sm" disabled={deciding} onClick={() => decide(room.refuse(person))}>
                  Decline
                </Button>
                <Button
                  size="sm"
                  variant="primary"
                  disabled={deciding}
                  onClick={() => decide(room.admit(person))}
                >
                  Admit
                </Button>
              </Row>
            ))}
          </ul>
        </>
      )}
      <p aria-hidden="true" className="mb-1 text-12 font-medium text-ink-faint">
        When someone joins
      </p>
      <Segmented
        label="When someone joins"
        value={admission}
        onChange={value => attempt(room.setAdmission(value))}
        options={[
          { value: 'ask', label: 'Ask me first' },
          { value: 'direct', label: 'Let them in' },
        ]}
      />
    </div>
  )
}

function HostActions({ room, peer }: { room: MeetingRoom; peer: Peer }) {
  const [removing, setRemoving] = useState(false)
  return (
    <>
      {peer.state.microphone && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Mute ${peer.name}`}
          onClick={({ currentTarget }) => {
            // The button goes once the person is muted; the focus, and with it Escape, stays in the panel.
            currentTarget.closest('li')?.focus()
            attempt(room.mute(peer))
          }}
        >
          Mute
        </Button>
      )}
      <IconButton label={`Remove ${peer.name}`} onClick={() => setRemoving(true)}>
        <UserRoundX {...icon} />
      </IconButton>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove ${peer.name}?`}
        description="They’ll leave right away and can’t come back unless you let them in."
        action="Remove"
        keep="Keep"
        onConfirm={() => {
          setRemoving(false)
          attempt(room.remove(peer))
        }}
      />
    </>
  )
}

function Row({
  person: { name, profile_image },
  note,
  children,
}: {
  person: { name: string; profile_image: string | null }
  note?: string
  children: ReactNode
}) {
  return (
    <li tabIndex={-1} className="flex min-w-0 items-center gap-2 py-2 text-14 outline-none">
      <Avatar name={name} image={profile_image} />
      <div className="min-w-0 flex-1">
        <PersonName name={name} className="font-medium" />
        {note && <p className="text-12 text-ink-faint">{note}</p>}
      </div>
      {children}
    </li>
  )
}

function noteOf({ is_host, lost }: Peer, isYou: boolean): string {
  const notes = [isYou && 'You', is_host && 'Host', lost && 'Reconnecting…']
  return notes.filter(Boolean).join(' · ')
}

/** Runs the host's action; shows a failure. */
function attempt(work: Promise<unknown>): void {
  work.catch(error => toast.error(problemText(error)))
}
