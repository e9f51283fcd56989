import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Invitation, invitations } from '#shared/api/invitations.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { showSession } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Accepts an invitation, which enrolls; in a paid session each place is then paid separately. */
export function useAccept({ id }: Pick<Invitation, 'id'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => (await call(invitations.accept, { body: { id } })).session,
    onSuccess: session => {
      showSession(queryClient, session)
      const pays = session.total !== null
      toast.success(`You’re enrolled in “${session.title}”.`, {
        action: {
          label: pays ? 'Pay to join' : 'See it',
          onClick: () => void navigate({ to: '/meeting', search: { tab: 'enrollments' } }),
        },
      })
    },
    onError: error => {
      toast.error(problemText(error))
      void refreshBookings(queryClient)
    },
  })
}

/** Declines an invitation to a session. */
export function useDecline(invitationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(invitations.remove, { body: { id: invitationId } }),
    onSuccess: () => {
      toast.message('You declined the invitation.')
      void refreshBookings(queryClient)
    },
    onError: error => {
      toast.error(problemText(error))
      void refreshBookings(queryClient)
    },
  })
}
