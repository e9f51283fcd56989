import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertGroups, alerts } from '#shared/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { subscriptionQuery } from './queries.ts'

/**
 * The target of an unsubscribe link: it asks before it ends anything, since mail programs open links
 * automatically.
 */
export function UnsubscribePage({ token }: { token: string }) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-center justify-center px-4 py-16 text-center outline-none"
    >
      <Lamp lit={false} className="h-24" />
      <h1 className="mt-8 text-28">Emails from Ignite</h1>
      <div className="mt-3 flex w-full max-w-dialog flex-col items-center gap-6 text-ink-soft">
        <Subscription token={token} />
      </div>
      <Link to="/profile/settings" search={{ tab: 'notifications' }} className="mt-8 text-14 underline">
        Choose which emails you get in your settings
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
        You won’t get any more emails about “{alertGroups[group].name}”. You’ll still get your other emails.
      </p>
    )
  }
  if (data) {
    return (
      <>
        <p>Stop emails about “{alertGroups[data.group].name}”? You’ll still see these alerts on Ignite.</p>
        <Button variant="primary" pending={end.isPending} onClick={() => end.mutate()}>
          Stop these emails
        </Button>
        {end.error && <p role="alert">{problemText(end.error)}</p>}
      </>
    )
  }
  if (!error) return <Skeleton className="h-6 w-full" />
  if (isMissing(error)) {
    return <p role="alert">This link is incomplete or has expired. Use the link in your latest email.</p>
  }
  return (
    <div role="alert" className="flex flex-col items-center gap-4">
      <p>{problemText(error)}</p>
      <Button onClick={() => void refetch()} pending={isFetching}>
        Retry
      </Button>
      <Link to="/" className={buttonClass({ variant: 'quiet' })}>
        Go to the home page
      </Link>
    </div>
  )
}
