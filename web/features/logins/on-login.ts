import type { QueryClient } from '@tanstack/react-query'
import { type Login, loginQuery } from './queries.ts'

/** Calls the listener each time it is known who is signed in, also if that is the same person as before; null is nobody. */
export function onLogin(queryClient: QueryClient, listener: (login: Login | null) => void): void {
  const hash = JSON.stringify(loginQuery.queryKey)
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== hash) return
    listener(queryClient.getQueryData(loginQuery.queryKey) ?? null)
  })
}
