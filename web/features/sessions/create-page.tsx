import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { toast } from '#web/ui/toast.ts'
import { sessionQuery } from './queries.ts'
import { SessionForm } from './session-form.tsx'
import { emptyValues, planOf, type SessionValues, sameValues, valuesLike } from './session-values.ts'

/** Plans a session, optionally as a copy of an earlier one. */
export function CreateSessionPage({ like }: { like: Session | null }) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const queryClient = useQueryClient()
  const { username } = useLogin()
  const { data: profile } = useQuery(ownProfileQuery)
  // A zone or a rate changed elsewhere meanwhile doesn't change what is typed.
  const [start] = useState(() =>
    like ? valuesLike(like) : emptyValues(shownZone(profile?.time_zone), profile?.hourly_rate ?? null),
  )
  const sent = useRef<{ values: SessionValues; id: string }>(null)
  const create = useMutation({
    mutationFn: async (values: SessionValues) => {
      // The same again, after a lost answer, is the same session; once anything is changed, it is another.
      if (!sent.current || !sameValues(sent.current.values, values)) {
        sent.current = { values, id: randomUuid() }
      }
      const body = { ...planOf(values), client_id: sent.current.id }
      return (await call(sessions.create, { body })).session
    },
  })
  return (
    <>
      <h1 className="text-28">New Session</h1>
      <p className="mt-1 max-w-prose text-ink-soft">
        {like
          ? `Copied from “${like.title}”. Choose new dates and change anything you like.`
          : 'Teach a group, once or every week.'}
      </p>
      <SessionForm
        label="New Session"
        draftName={`session draft of ${username}${like ? ` like ${like.id}` : ''}`}
        saved={start}
        action="Create Session"
        onSave={async values => {
          const session = await create.mutateAsync(values)
          queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
          void refreshBookings(queryClient, sessionQuery(session.id).queryKey)
          toast.success('Your session is scheduled.')
          if (isHere()) await navigate({ to: '/sessions/$id', params: { id: session.id }, replace: true })
        }}
      />
    </>
  )
}
