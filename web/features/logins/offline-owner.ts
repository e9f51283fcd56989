import type { QueryClient } from '@tanstack/react-query'
import { storeAnswer } from '#web/lib/offline-answers.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { onLogin } from './on-login.ts'
import { loginQuery } from './queries.ts'

/** Makes the offline store that of whoever is signed in. */
export function setOfflineOwnerByLogin(queryClient: QueryClient): void {
  onLogin(queryClient, async login => {
    // Without the app, nothing in the store can be read.
    if (!login && !navigator.serviceWorker?.controller) return
    const { setOfflineOwner } = await import('#web/lib/offline-store.ts')
    await setOfflineOwner(login && ownerKey(login), login?.email)
    if (login) storeAnswer(JSON.stringify(loginQuery.queryKey), login)
  })
}
