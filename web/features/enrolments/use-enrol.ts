import { useMutation, useQueryClient } from '@tanstack/react-query'
import { enrolments } from '#shared/api/enrolments.ts'
import type { Session } from '#shared/api/sessions.ts'
import { sessionQuery, showSession } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Enrolls in a session or leaves it; leaving can be undone while something is to come. */
export function useEnrol({ id, title }: Pick<Session, 'id' | 'title'>) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: async (to: 'enrol' | 'leave') => (await call(enrolments[to], { body: { id } })).session,
    onSuccess: (session, to) => {
      showSession(queryClient, session)
      if (to === 'enrol') toast.success(`You’re enrolled in “${title}”.`)
      else {
        toast.message(
          `You left “${title}”.`,
          session.upcoming.length > 0
            ? { action: { label: 'Undo', onClick: () => change.mutate('enrol') } }
            : {},
        )
      }
    },
    onError: error => {
      toast.error(problemText(error))
      void queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey })
    },
  })
  return change
}
