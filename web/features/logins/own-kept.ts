import type { QueryClient } from '@tanstack/react-query'
import { keepAnswer } from '#web/lib/kept-answers.ts'
import { loginQuery } from './queries.ts'

/** Has this browser keep things for whoever is signed in, and nothing of anybody else. */
export function ownKeptByLogin(queryClient: QueryClient): void {
  const hash = JSON.stringify(loginQuery.queryKey)
  queryClient.getQueryCache().subscribe(async event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== hash) return
    const login = queryClient.getQueryData(loginQuery.queryKey)
    // Without the app, nothing that is kept can be read.
    if (!login && !navigator.serviceWorker?.controller) return
    const { ownKept } = await import('#web/lib/kept.ts')
    await ownKept(login?.email ?? null)
    if (login) keepAnswer(hash, login)
  })
}
