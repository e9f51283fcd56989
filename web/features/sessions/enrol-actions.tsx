import { Check } from 'lucide-react'
import type { Session } from '#shared/api/sessions.ts'
import { dollarsText } from '#web/features/booking/dollars-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { useDecline, useEnrol } from './use-enrol.ts'

/** What a student does with a session: enrol, leave, answer an invitation. */
export function EnrolActions({ session }: { session: Session }) {
  const { enrolled, upcoming, total, attendees, capacity, invitation_id, admin_profile } = session
  const change = useEnrol(session)
  if (enrolled) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Chip tone="positive" className="h-8! px-3! text-14!">
          <Check aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Enrolled
        </Chip>
        <Button variant="quiet" pending={change.isPending} onClick={() => change.mutate('leave')}>
          Leave
        </Button>
        {total !== null && upcoming.length > 0 && (
          <p className="w-full text-14 text-ink-soft">
            You pay for each one you want to come to: {dollarsText(total)} a place.
          </p>
        )}
      </div>
    )
  }
  if (upcoming.length === 0) return null
  const full = total === null && attendees >= capacity
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {invitation_id && (
        <p className="w-full text-14 text-ink-soft" dir="auto">
          {admin_profile.name} invited you. Enrolling accepts it.
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        pending={change.isPending}
        disabled={full}
        onClick={() => change.mutate('enrol')}
      >
        {full ? 'Full' : 'Enrol'}
      </Button>
      {invitation_id && <Decline invitationId={invitation_id} />}
      <p className="w-full text-14 text-ink-soft">
        {full
          ? 'Every place is taken. One who leaves makes room.'
          : total === null
            ? 'It is free. Enrolled, you can come to each.'
            : `Enrolling costs nothing. You pay for each one you want to come to: ${dollarsText(total)} a place.`}
      </p>
    </div>
  )
}

function Decline({ invitationId }: { invitationId: string }) {
  const decline = useDecline(invitationId)
  return (
    <Button size="lg" pending={decline.isPending} onClick={() => decline.mutate()}>
      Decline
    </Button>
  )
}
