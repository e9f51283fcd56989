import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { type Failure, failureOf } from '#web/lib/failure-of.ts'
import { LoadFailed } from './load-failed.tsx'

/** The title of a failure, or a custom component. */
type Face = string | ComponentType<Failure> | undefined

/**
 * A part of a page that reads suspense queries: shows a placeholder while they load, and an error if they
 * fail. If its subject can change, such as with a tab, it needs a `key`.
 */
export function Loaded({
  waiting,
  failed,
  children,
}: {
  waiting: ReactNode
  failed?: Face
  children: ReactNode
}) {
  const face = useCallback((props: ErrorComponentProps) => <Failed {...props} face={failed} />, [failed])
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={face}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </CatchBoundary>
  )
}

function Failed({ error, reset, face }: ErrorComponentProps & { face: Face }) {
  const queryClient = useQueryClient()
  const [query] = useState(() =>
    queryClient
      .getQueryCache()
      .getAll()
      .find(({ state }) => state.error === error),
  )
  // The route shows a bug in the page, or code that failed to load.
  if (!query || !(error instanceof Error)) throw error
  return <FailedQuery query={query} thrown={error} onLoaded={reset} face={face} />
}

function FailedQuery({
  query,
  thrown,
  onLoaded,
  face: Face = 'This didn’t load',
}: {
  query: Query
  thrown: Error
  onLoaded: () => void
  face: Face
}) {
  const queryClient = useQueryClient()
  // Still observed, so that it is refetched on reconnect, window focus and live events.
  const options = {
    ...query.options,
    queryKey: query.queryKey,
    suspense: false,
    throwOnError: false,
    retryOnMount: false,
  }
  const { data, error, isFetching, refetch } = useQuery(options)
  const [latest, setLatest] = useState(thrown)
  if (error && error !== latest) setLatest(error)
  useEffect(() => {
    if (data !== undefined) onLoaded()
  }, [data, onLoaded])
  useEffect(
    // A person who comes back gets a new attempt, instead of this error.
    () => () =>
      queryClient.removeQueries({
        queryKey: query.queryKey,
        exact: true,
        type: 'inactive',
        fetchStatus: 'idle',
        predicate: ({ state }) => state.data === undefined,
      }),
    [queryClient, query],
  )
  const failure = failureOf({ error: latest, isFetching, refetch })
  return typeof Face === 'string' ? <LoadFailed title={Face} {...failure} /> : <Face {...failure} />
}
