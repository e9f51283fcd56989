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
      /** Whether this browser stores the last answer, and shows it if no other comes. */
      offline?: boolean
    }
  }
}

/** The queries that show a stored answer, by their hashes, and when it was stored. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

/** A connection that takes longer is as good as none if there is a stored answer. */
const longestWaitMs = 4_000

/** Asks, and stores the answer if the query says so. If no answer comes soon, gives the stored one. */
export async function askOrFindStored(
  ask: QueryFunction,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  if (!query.meta?.offline) return ask(context)
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
  const stored = await findAnswer(query)
  if (!stored) return asked
  setShown(query, stored.at)
  asked.then(
    answer => context.client.setQueryData(query.queryKey, answer),
    () => {},
  )
  return stored.value
}

const isLate = Symbol('late')
const late = () => new Promise<typeof isLate>(resolve => setTimeout(resolve, longestWaitMs, isLate))

async function askAndKeep(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  try {
    const answer = await ask(context)
    setShown(query, undefined)
    storeAnswer(query.queryHash, answer)
    return answer
  } catch (error) {
    if (isRefusal(error)) void forget(query)
    throw error
  }
}

/** Drops what the person can't get anymore, and the document of such a post. */
async function forget({ queryHash }: Query): Promise<void> {
  if (!isAppStored()) return
  const { dropOffline, findOffline } = await store()
  const document = documentOf((await findOffline<unknown>('answers', queryHash))?.value)
  if (document) void dropOffline('documents', document)
  void dropOffline('answers', queryHash)
}

function setShown({ queryHash }: Query, at: number | undefined): void {
  if (at === undefined ? !shown.delete(queryHash) : shown.get(queryHash) === at) return
  if (at !== undefined) shown.set(queryHash, at)
  for (const listener of listeners) listener()
}

/** Whether a query shows a stored answer. */
export const isStoredShown = ({ queryHash }: Query): boolean => shown.has(queryHash)

/** Stores what was answered before the browser had the app: this page may be the last one that had a network. */
export function storeWhatIsHere(queryClient: QueryClient): void {
  for (const { queryHash, state } of queryClient.getQueryCache().findAll({
    predicate: ({ meta, state, queryHash }) =>
      meta?.offline === true && state.status === 'success' && !shown.has(queryHash),
  })) {
    storeAnswer(queryHash, state.data)
  }
}

/**
 * Stores an answer for when there is no network, if the browser has the app. Nothing waits for it, or learns
 * that it failed.
 */
export function storeAnswer(queryHash: string, answer: unknown): void {
  if (isAppStored()) void replace(queryHash, answer).catch(() => {})
}

/** Stores an answer in place of the one before, and drops the document that its post no longer has. */
async function replace(queryHash: string, answer: unknown): Promise<void> {
  const { dropOffline, findOffline, putOffline } = await store()
  const before = documentOf((await findOffline<unknown>('answers', queryHash))?.value)
  if (before && before !== documentOf(answer)) await dropOffline('documents', before)
  await putOffline('answers', queryHash, answer)
}

/** The document of an answer that is a post. */
const documentOf = (answer: unknown) => (answer as { doc_url?: string } | null | undefined)?.doc_url

async function findAnswer({ queryHash }: Query) {
  return isAppStored() ? (await store()).findOffline<unknown>('answers', queryHash) : undefined
}

/** What a visitor's first page doesn't wait for. */
const store = () => import('./offline-store.ts')
const isAppStored = () => Boolean(navigator.serviceWorker?.controller)

/** When the oldest of what this page shows was stored; null if everything is current. `except` doesn't count. */
export function useStoredSince(except: readonly unknown[]): number | null {
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
