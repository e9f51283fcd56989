import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { askOrFindStored } from './offline-answers.ts'
import { forgetAnswers } from './page-answers.ts'
import { isAway, mayHaveHappened, ProblemError } from './problem-error.ts'

/**
 * The cache of everything the server said. `onSignedOut` runs when a call finds that the login has ended, and `onOther` when it finds
 * that somebody else has signed in since.
 */
export function createQueryClient(onSignedOut: () => void, onOther: () => void): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ProblemError)) return
    if (error.code === 'unauthenticated') onSignedOut()
    if (error.code === 'identity_mismatch') onOther()
  }
  let unsure = false
  const client: QueryClient = new AskingAgain({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onMutate: forgetAnswers,
      // Only the server knows what a change did whose answer was lost. One that is still on its way shows its own state.
      onSettled(_, error) {
        unsure ||= error !== null && mayHaveHappened(error)
        if (!unsure || client.isMutating() > 1) return
        unsure = false
        void client.invalidateQueries({ predicate: isRefreshed })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // On the server, each page has a cache of its own, which a timer would keep in memory.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: (failures, error) => !import.meta.env.SSR && failures < 2 && isPassing(error),
        // Without a network a query must fail, so that the view can say so, instead of waiting silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: askOrFindStored,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Whether a query is fetched again by itself; the others hear of changes in their own ways. */
function isRefreshed({ options }: Query): boolean {
  const { staleTime, refetchOnReconnect } = options as QueryObserverOptions
  return staleTime !== Number.POSITIVE_INFINITY && refetchOnReconnect !== false
}

/**
 * React Query forgets that a query was invalidated while its first answer was on its way, though that answer may be from before
 * the change. Here such a query is asked once more.
 */
class AskingAgain extends QueryClient {
  readonly #toAskAgain = new Map<Query, RefetchType>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const asked = this.getQueryCache().findAll(filters).filter(isFirstAsked)
    const added = asked.filter(query => !this.#toAskAgain.has(query))
    for (const query of asked) {
      // Several invalidations are as strong as the strongest.
      const before = this.#toAskAgain.get(query) ?? 'none'
      this.#toAskAgain.set(query, before === 'none' ? (filters?.refetchType ?? 'active') : before)
    }
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...added.map(query => this.#askAgain(query, options)),
    ])
  }

  async #askAgain(query: Query, options: InvalidateOptions | undefined): Promise<void> {
    await Promise.allSettled([query.promise])
    const refetchType = this.#toAskAgain.get(query)!
    this.#toAskAgain.delete(query)
    if (query.state.status === 'error') return
    await this.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType }, options)
  }
}

type RefetchType = NonNullable<InvalidateQueryFilters['refetchType']>

const isFirstAsked = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined

/**
 * Whether a retry in a moment may help: nobody answered though there is a network, or the server asked for a moment. Whoever waited for
 * an answer in vain is told so first.
 */
function isPassing(error: Error): boolean {
  if (!(error instanceof ProblemError)) return true
  return isAway(error) && !error.late && (navigator.onLine || error.code !== 'offline')
}
