import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error.ts'

/** The cache of everything the server said. `onSignedOut` runs when a call finds that the login has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ProblemError && error.code === 'unauthenticated') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        // Without a network a query must fail, so that the view can say so, instead of waiting unseen.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Whether trying again soon may help: nobody answered, or the server asked for a moment. */
function isPassing(error: Error): boolean {
  return !(error instanceof ProblemError) || (error.status >= 500 && error.status !== 500)
}
