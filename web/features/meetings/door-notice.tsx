import type { WaitingPerson } from '#shared/api/meeting-events.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MeetingRoom } from './meeting-room.ts'
import { useDecision } from './use-decision.ts'

/** Tells the host that somebody is waiting, with a button to admit them. */
export function DoorNotice({
  room,
  waiting,
  onAll,
}: {
  room: MeetingRoom
  waiting: readonly WaitingPerson[]
  onAll: () => void
}) {
  const { deciding, decide } = useDecision()
  const first = waiting[0]
  if (!first) return null
  return (
    <section
      aria-label="Waiting to get in"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-sheet px-4 py-2 text-14"
    >
      <Avatar name={first.name} image={first.profile_image} />
      <p className="min-w-0 flex-1">
        <bdi className="font-medium">{first.name}</bdi> is waiting to get in.
      </p>
      {waiting.length > 1 && (
        <Button size="sm" variant="quiet" onClick={onAll}>
          {waiting.length - 1} more
        </Button>
      )}
      <Button size="sm" disabled={deciding} onClick={() => decide(room.refuse(first))}>
        Decline
      </Button>
      <Button size="sm" variant="primary" disabled={deciding} onClick={() => decide(room.admit(first))}>
        Admit
      </Button>
    </section>
  )
}
