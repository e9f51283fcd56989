import { useMutation, useQueryClient } from '@tanstack/react-query'
import { enrolments } from '#shared/api/enrolments.ts'
import type { Session } from '#shared/api/sessions.ts'
import { sessionQuery, showSession } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Enrolls in a session, or leaves it, which can be undone while something is to come. */
export function useEnrol({ id, title }: Pick<Session, 'id' | 'title'>) {
  const queryClient = useQueryClient()
  const onError = (error: Error) => {
    toast.error(problemText(error))
    void queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey })
  }
  const enrol = useMutation({
    /** `undo`: what leaving answered. */
    mutationFn: async (undo?: string) => (await call(enrolments.enrol, { body: { id, undo } })).session,
    onSuccess: session => {
      showSession(queryClient, session)
      toast.success(`You’re enrolled in “${title}”.`)
    },
    onError,
  })
  const leave = useMutation({
    mutationFn: () => call(enrolments.leave, { body: { id } }),
    onSuccess: ({ session, undo }) => {
      showSession(queryClient, session)
      const canReturn = undo && session.upcoming.length > 0
      toast.message(
        `You left “${title}”.`,
        canReturn ? { action: { label: 'Undo', onClick: () => enrol.mutate(undo) } } : {},
      )
    },
    onError,
  })
  return { enrol, leave }
}
