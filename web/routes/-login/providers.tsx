import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { logins } from '#shared/api/logins.ts'
import { providersQuery } from '#web/features/logins/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useRestored } from '#web/lib/use-restored.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * One button per way to sign in; pressing it goes to the provider, which sends the person back to
 * `destination`.
 */
export function Providers({ destination }: { destination: string }) {
  const providers = useQuery(providersQuery)
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useRestored(() => setLeavingFor(null))

  async function signIn(provider: string) {
    setLeavingFor(provider)
    setFailure(null)
    try {
      const { url } = await call(logins.start, { body: { provider, callbackURL: destination } })
      location.assign(url)
    } catch (error) {
      setLeavingFor(null)
      setFailure(problemText(error))
    }
  }

  if (providers.isPending) {
    return (
      <div role="status" aria-label="Loading sign-in options" className="flex flex-col gap-3">
        <Skeleton className="h-12 rounded-10" />
        <Skeleton className="h-12 rounded-10" />
      </div>
    )
  }
  if (providers.isError) {
    return (
      <div role="alert" className="flex flex-col items-start gap-4 rounded-10 bg-sunken p-4 text-14">
        <p>{problemText(providers.error)}</p>
        <Button size="sm" pending={providers.isFetching} onClick={() => void providers.refetch()}>
          Retry
        </Button>
      </div>
    )
  }
  if (providers.data.length === 0) {
    return <p className="text-14 text-ink-soft">Sign-in isn’t set up here yet.</p>
  }
  return (
    <div className="flex flex-col gap-3">
      {providers.data.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          pending={leavingFor === id}
          disabled={leavingFor !== null && leavingFor !== id}
          onClick={() => void signIn(id)}
        >
          {leavingFor !== id && <img src={`/brand/${id}.svg`} alt="" width="20" height="20" />}
          Continue with {name}
        </Button>
      ))}
      <FailureText>{failure}</FailureText>
    </div>
  )
}
