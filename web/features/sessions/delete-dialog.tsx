import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { comingQuery, paidPeople } from './coming-query.ts'
import { hasBegun } from './has-begun.ts'
import { lossesOf } from './losses.ts'
import { sessionQuery } from './queries.ts'

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
  const now = useNow().getTime()
  const toCome = coming?.filter(({ occurrence }) => !hasBegun(occurrence, now))
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
        {lossesOf(session, toCome ? paidPeople(toCome).length : null, now).map(loss => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p role="alert" className="mt-3 text-14 font-medium text-negative empty:hidden">
        {remove.isError && problemText(remove.error)}
      </p>
    </Dialog>
  )
}
