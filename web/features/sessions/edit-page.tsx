import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { call } from '#web/lib/api.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { toast } from '#web/ui/toast.ts'
import { MoveNotice } from './move-notice.tsx'
import { PriceNotice } from './price-notice.tsx'
import { sessionQuery, showSession } from './queries.ts'
import { SessionFailed, SessionGone } from './session-failed.tsx'
import { SessionForm } from './session-form.tsx'
import { SessionSkeleton } from './session-skeleton.tsx'
import { planOf, type SessionValues, valuesOf } from './session-values.ts'

/** Edits a whole session at once. */
export function EditSessionPage({ id }: { id: string }) {
  return (
    <Loaded waiting={<SessionSkeleton />} failed={SessionFailed}>
      <OwnSession id={id} />
    </Loaded>
  )
}

function OwnSession({ id }: { id: string }) {
  const { data: current, error } = useSuspenseQuery(sessionQuery(id))
  return current.is_owner && !isMissing(error) ? <Editor current={current} /> : <SessionGone />
}

function Editor({ current }: { current: Session }) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const queryClient = useQueryClient()
  const { username } = useLogin()
  // Not what is refetched: the form keeps the version that it changes, and the server refuses to save over another.
  const [session, setSession] = useState(current)
  const { id } = session
  const update = useMutation({
    mutationFn: async (values: SessionValues) => {
      const plan = { ...planOf(values), version: values.version }
      return (await call(sessions.update, { body: { id, plan } })).session
    },
  })
  return (
    <>
      <Link
        to="/sessions/$id"
        params={{ id }}
        className="mb-4 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-6 px-2 text-14 font-medium text-ink-soft hover:bg-sunken hover:text-ink touch-target"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the session
      </Link>
      <h1 className="text-28">Edit session</h1>
      <SessionForm
        label="Edit session"
        draftName={`session draft of ${username} ${id}`}
        saved={valuesOf(session)}
        action="Save Session"
        moveNotice={values => <MoveNotice session={session} values={values} />}
        priceNotice={values => <PriceNotice session={session} values={values} />}
        onConflict={async () => {
          const found = await queryClient.fetchQuery({ ...sessionQuery(id), staleTime: 0 })
          showSession(queryClient, found)
          setSession(found)
        }}
        conflict={replace => (
          <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
            <FailureText>This session has changed since you opened it.</FailureText>
            <Button size="sm" onClick={() => void navigate({ to: '/sessions/$id', params: { id } })}>
              See the newer one
            </Button>
            {/* Not the form's own: Enter in a field would press the first of those. */}
            <Button size="sm" onClick={replace}>
              Save mine instead
            </Button>
          </div>
        )}
        onSave={async values => {
          showSession(queryClient, await update.mutateAsync(values))
          toast.success('Your session is saved.')
          if (isHere()) await navigate({ to: '/sessions/$id', params: { id }, replace: true })
        }}
      />
    </>
  )
}
