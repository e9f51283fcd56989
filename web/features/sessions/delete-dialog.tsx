import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { comingQuery, paidPeople } from './coming-query.ts'
import { sessionQuery } from './queries.ts'
import { peopleText } from './words.ts'

/** Asks before a session is deleted, and says what goes with it: it can't be undone. */
export function DeleteDialog({
  session,
  open,
  onClose,
}: {
  session: Session
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const cancel = useRef<HTMLButtonElement>(null)
  const { data: coming } = useQuery({ ...comingQuery(session.id), enabled: open && session.rate !== null })
  const remove = useMutation({
    mutationFn: () => call(sessions.remove, { body: { id: session.id } }),
    onSuccess: async () => {
      toast.success('Your session was deleted.')
      await navigate({ to: '/profile', search: { tab: 'sessions' }, replace: true })
      queryClient.removeQueries({ queryKey: sessionQuery(session.id).queryKey })
      void refreshBookings(queryClient)
    },
  })
  return (
    <Dialog
      open={open}
      onClose={() => !remove.isPending && onClose()}
      title="Delete this session?"
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    >
      <p className="font-serif text-18 font-semibold wrap-anywhere" dir="auto">
        {session.title}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-14 text-ink-soft">
        {lossesOf(session, coming ? paidPeople(coming).length : null).map(loss => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p role="alert" className="mt-3 text-14 font-medium text-negative empty:hidden">
        {remove.isError && problemText(remove.error)}
      </p>
    </Dialog>
  )
}

/** What is lost. `paid` is null until it is known. */
function lossesOf({ upcoming, rate, repeat, ...session }: Session, paid: number | null): string[] {
  const attendees = session.attendees ?? 0
  return [
    upcoming.length === 0
      ? 'The session permanently disappears from your profile.'
      : repeat
        ? 'All upcoming dates are permanently canceled.'
        : 'It’s permanently canceled.',
    attendees > 0 && `Enrolled: ${peopleText(attendees)}. We’ll let them know.`,
    rate !== null && paid === null && 'Anyone who already paid gets a full refund.',
    paid !== null && paid > 0 && `Already paid: ${peopleText(paid)}. They’ll get a full refund.`,
  ].filter(loss => typeof loss === 'string')
}
