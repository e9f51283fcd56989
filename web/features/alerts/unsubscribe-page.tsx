import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertGroups, alerts } from '#shared/api/alerts.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { subscriptionQuery } from './queries.ts'

/** Where the link at the end of a mail leads: it asks before anything ends, as mailboxes open links by themselves. */
export function UnsubscribePage({ token }: { token: string }) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-center justify-center px-4 py-16 text-center outline-none"
    >
      <Lamp lit={false} className="h-24" />
      <h1 className="mt-8 text-28">Mails from Ignite</h1>
      <div className="mt-3 flex w-full max-w-dialog flex-col items-center gap-6 text-ink-soft">
        <Subscription token={token} />
      </div>
      <Link to="/profile/settings" search={{ tab: 'notifications' }} className="mt-8 text-14 underline">
        Choose among all mails in your settings
      </Link>
    </main>
  )
}

function Subscription({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery(token))
  const end = useMutation({
    mutationKey: [alerts.unsubscribe.path],
    mutationFn: () => call(alerts.unsubscribe, { query: { token } }),
  })
  if (end.isSuccess || data?.mail === false) {
    const { group } = end.data ?? data!
    return (
      <p role="status">
        You get no more mails about “{alertGroups[group].name}”. Your other mails still come.
      </p>
    )
  }
  if (data) {
    return (
      <>
        <p>End the mails about “{alertGroups[data.group].name}”? In Ignite you are still told.</p>
        <Button variant="primary" pending={end.isPending} onClick={() => end.mutate()}>
          End these mails
        </Button>
        {end.error && <p role="alert">{problemText(end.error)}</p>}
      </>
    )
  }
  if (!error) return <Skeleton className="h-6 w-full" />
  if (error instanceof ProblemError && (error.code === 'not_found' || error.code === 'invalid')) {
    return (
      <p role="alert">
        This link has ended, or isn’t whole. The latest mail of this kind has one that works.
      </p>
    )
  }
  return (
    <div role="alert" className="flex flex-col items-center gap-4">
      <p>{problemText(error)}</p>
      <Button onClick={() => void refetch()} pending={isFetching}>
        Retry
      </Button>
      <Link to="/" className={buttonClass({ variant: 'quiet' })}>
        Go to the start
      </Link>
    </div>
  )
}
