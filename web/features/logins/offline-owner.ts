import type { QueryClient } from '@tanstack/react-query'
import { storeAnswer } from '#web/lib/offline-answers.ts'
import { loginQuery } from './queries.ts'

/** Makes the offline store that of whoever is signed in. */
export function setOfflineOwnerByLogin(queryClient: QueryClient): void {
  const hash = JSON.stringify(loginQuery.queryKey)
  queryClient.getQueryCache().subscribe(async event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== hash) return
    const login = queryClient.getQueryData(loginQuery.queryKey)
    // Without the app, nothing in the store can be read.
    if (!login && !navigator.serviceWorker?.controller) return
    const { setOfflineOwner } = await import('#web/lib/offline-store.ts')
    await setOfflineOwner(login?.email ?? null)
    if (login) storeAnswer(hash, login)
  })
}
