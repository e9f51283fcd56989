import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Invitation, invitations } from '#shared/api/invitations.ts'
import { refreshSessions, showSession } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Accepts an invitation, which enrols; what isn't free is then paid for each time. */
export function useAccept({ id }: Pick<Invitation, 'id'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => (await call(invitations.accept, { body: { id } })).session,
    onSuccess: session => {
      showSession(queryClient, session)
      const pays = session.total !== null
      toast.success(`You are enrolled in “${session.title}”.`, {
        action: {
          label: pays ? 'Pay to join' : 'See it',
          onClick: () => void navigate({ to: '/meeting', search: { tab: 'enrollments' } }),
        },
      })
    },
    onError: error => {
      toast.error(problemText(error))
      refreshSessions(queryClient)
    },
  })
}
