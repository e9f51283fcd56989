import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { useNow } from '#web/lib/use-now.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
  const isHere = useIsHere()
  const { data: coming } = useQuery({ ...comingQuery(session.id), enabled: open && session.rate !== null })
  const now = useNow().getTime()
  const toCome = coming?.filter(({ occurrence }) => !hasBegun(occurrence, now))
  const remove = useMutation({
    mutationFn: () => call(sessions.remove, { body: { id: session.id } }),
    onSuccess: async () => {
      toast.success('Your session was deleted.')
      if (isHere()) await navigate({ to: '/profile', search: { tab: 'sessions' }, replace: true })
      queryClient.removeQueries({ queryKey: sessionQuery(session.id).queryKey })
      void refreshBookings(queryClient)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this session?"
      action="Delete"
      sending={remove}
      onConfirm={() => remove.mutate()}
    >
      <p className="font-serif text-18 font-semibold wrap-anywhere" dir="auto">
        {session.title}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-14 text-ink-soft">
        {lossesOf(session, toCome ? paidPeople(toCome).length : null, now).map(loss => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
