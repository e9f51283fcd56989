import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { useLogin } from '#web/features/login/use-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { toast } from '#web/ui/toast.ts'
import { refreshSessions, sessionQuery } from './queries.ts'
import { SessionForm } from './session-form.tsx'
import { emptyValues, planOf, type SessionValues, valuesLike } from './session-values.ts'

/** Plans a session of one’s own, which can begin as one like another that one planned before. */
export function CreateSessionPage({ like }: { like: Session | null }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { username } = useLogin()
  const { data: profile } = useQuery(ownProfileQuery)
  const zone = like?.time_zone ?? profile?.time_zone ?? deviceTimeZone()
  // A rate that is changed elsewhere meanwhile changes nothing of what is typed here.
  const [start] = useState(() => (like ? valuesLike(like) : emptyValues(profile?.hourly_rate ?? null)))
  const create = useMutation({
    mutationFn: async (values: SessionValues) =>
      (await call(sessions.create, { body: planOf(values, zone) })).session,
  })
  return (
    <>
      <h1 className="text-28">New Session</h1>
      <p className="mt-1 max-w-prose text-ink-soft">
        {like
          ? `Like “${like.title}”. Choose its days; all else is as it was, for you to change.`
          : 'Teach many at once: on one day, or every week.'}
      </p>
      <SessionForm
        label="New Session"
        draftName={`session draft of ${username}${like ? ` like ${like.id}` : ''}`}
        saved={start}
        zone={zone}
        action="Create Session"
        onSave={async values => {
          const session = await create.mutateAsync(values)
          queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
          refreshSessions(queryClient, session.id)
          toast.success('Your session is planned.')
          await navigate({ to: '/sessions/$id', params: { id: session.id }, replace: true })
        }}
      />
    </>
  )
}
