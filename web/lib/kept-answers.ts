import {
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  useQueryClient,
} from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isAway, isRefusal } from './problem-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the last answer is kept by this browser, and shown where no other comes. */
      kept?: boolean
    }
  }
}

/** The queries that show what was kept, by their hashes, and since when it was. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

/** A connection that takes longer is as good as none while something is kept. */
const longestWaitMs = 4_000

/** Asks; keeps the answer if the query says so, and gives what was kept where nobody answers, or not soon. */
export async function askOrFindKept(
  ask: QueryFunction,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  if (!query.meta?.kept) return ask(context)
  const asked = askAndKeep(ask, context, query)
  // What is on the page already stays there.
  if (query.state.data !== undefined) return asked
  try {
    const answer = await Promise.race([asked, late()])
    if (answer !== isLate) return answer
  } catch (error) {
    const isLastTry = !navigator.onLine || query.state.fetchFailureCount > 0
    if (!isAway(error) || !isLastTry) throw error
  }
  const kept = await findAnswer(query)
  if (!kept) return asked
  setShown(query, kept.at)
  asked.then(
    answer => context.client.setQueryData(query.queryKey, answer),
    () => {},
  )
  return kept.value
}

const isLate = Symbol('late')
const late = () => new Promise<typeof isLate>(resolve => setTimeout(resolve, longestWaitMs, isLate))

async function askAndKeep(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  try {
    const answer = await ask(context)
    setShown(query, undefined)
    keepAnswer(query.queryHash, answer)
    return answer
  } catch (error) {
    if (isRefusal(error)) void forget(query)
    throw error
  }
}

/** What can't be had any more isn't kept either, nor is the document of such a post. */
async function forget({ queryHash }: Query): Promise<void> {
  if (!isAppKept()) return
  const { dropKept, findKept } = await store()
  const kept = await findKept<{ doc_url?: string } | null>('answers', queryHash)
  if (kept?.value?.doc_url) void dropKept('documents', kept.value.doc_url)
  void dropKept('answers', queryHash)
}

function setShown({ queryHash }: Query, at: number | undefined): void {
  if (at === undefined ? !shown.delete(queryHash) : shown.get(queryHash) === at) return
  if (at !== undefined) shown.set(queryHash, at)
  for (const listener of listeners) listener()
}

/** Whether a query shows what was kept. */
export const isKeptShown = ({ queryHash }: Query): boolean => shown.has(queryHash)

/** Keeps what was answered before the app was kept, as this page may be the last one that had a network. */
export function keepWhatIsHere(queryClient: QueryClient): void {
  for (const { queryHash, state } of queryClient.getQueryCache().findAll({
    predicate: ({ meta, state, queryHash }) =>
      meta?.kept === true && state.status === 'success' && !shown.has(queryHash),
  })) {
    keepAnswer(queryHash, state.data)
  }
}

export function keepAnswer(queryHash: string, answer: unknown): void {
  if (isAppKept()) void store().then(({ keep }) => keep('answers', queryHash, answer))
}

async function findAnswer({ queryHash }: Query) {
  return isAppKept() ? (await store()).findKept<unknown>('answers', queryHash) : undefined
}

/** What a visitor's first page doesn't wait for. */
const store = () => import('./kept.ts')
const isAppKept = () => Boolean(navigator.serviceWorker?.controller)

/** Since when the oldest of what this page shows was kept; null where everything is from now. Who is signed in doesn't age. */
export function useKeptSince(except: readonly unknown[]): number | null {
  const cache = useQueryClient().getQueryCache()
  const exceptHash = JSON.stringify(except)
  return useSyncExternalStore(
    listener => {
      const later = notifyManager.batchCalls(listener)
      listeners.add(later)
      const leave = cache.subscribe(later)
      return () => {
        listeners.delete(later)
        leave()
      }
    },
    () => {
      const times = [...shown].flatMap(([hash, at]) =>
        hash !== exceptHash && cache.get(hash)?.isActive() ? [at] : [],
      )
      return times.length > 0 ? Math.min(...times) : null
    },
    () => null,
  )
}
