import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isStoredShown } from './offline-answers.ts'
import { isAway, type ProblemError } from './problem-error.ts'

const firstPauseMs = 5_000
const longestPauseMs = 60_000

/**
 * Fetches again what the screen is missing, couldn't refresh, or shows from the offline store: when the connection returns, and at
 * growing intervals until it works; what was waited for in vain, as soon as anything else is answered. Doesn't refetch anything else that
 * has loaded, which could be every page of a long list.
 */
export function tryFailedAgain(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  // Whoever shows a list retries its next page (`MoreFailed`).
  const failed = (query: Query) =>
    query.isActive() && isAway(query.state.error) && query.state.fetchMeta?.fetchMore === undefined
  const gaveUp = (query: Query) => failed(query) && (query.state.error as ProblemError).late
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const tryAgain = () => {
    clearTimeout(timer)
    timer = undefined
    void queryClient.invalidateQueries({ predicate: isStoredShown }, { cancelRefetch: false })
    void queryClient.refetchQueries({ predicate: failed }, { cancelRefetch: false })
  }
  cache.subscribe(event => {
    const isNews =
      // What failed before anything showed it, such as a page that suspends, has nobody to refetch for until then.
      event.type === 'observerAdded' ||
      (event.type === 'updated' && ['error', 'success'].includes(event.action.type))
    if (!isNews) return
    if (!failed(event.query) && !isStoredShown(event.query)) {
      if (pauseMs > firstPauseMs && !cache.getAll().some(failed)) pauseMs = firstPauseMs
      const isAnswer = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
      // A network that swallowed requests doesn't say that it is back.
      if (isAnswer) void queryClient.refetchQueries({ predicate: gaveUp }, { cancelRefetch: false })
      return
    }
    // Without any network, the browser says when it is back.
    if (timer || !navigator.onLine) return
    timer = setTimeout(tryAgain, pauseMs)
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  })
  addEventListener('online', () => {
    pauseMs = firstPauseMs
    tryAgain()
  })
}

/** Retries something that isn't a query while the component says that it failed for want of an answer. */
export function useTryAgain(error: unknown, retry: () => void): void {
  const tryAgain = useEffectEvent(retry)
  const away = isAway(error)
  useEffect(() => {
    if (!away) return
    const listener = () => tryAgain()
    const timer = setInterval(listener, 2 * firstPauseMs)
    addEventListener('online', listener)
    return () => {
      clearInterval(timer)
      removeEventListener('online', listener)
    }
  }, [away])
}
