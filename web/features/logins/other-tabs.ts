import type { QueryClient } from '@tanstack/react-query'
import { ownerKey, ownPage, pageOwner } from '#web/lib/page-owner.ts'
import { reloadUnasked } from '#web/lib/reload-unasked.ts'
import { hasStayed, saySignedInAgain, staysForUnsaved } from './login-ended.ts'
import { onLogin } from './on-login.ts'
import { loginQuery } from './queries.ts'

/** Tells the other tabs, in a person's place, that their person chose to leave. */
const signedOut = 'signed out'

let channel: BroadcastChannel | undefined
let left = false

/** Whether the person of this page signed out or deleted the account: nothing asks anymore whether to stay. */
export const hasSignedOut = (): boolean => left

/** Makes the other tabs leave their pages, too, even with unsaved changes: the next person at this computer must not read them. */
export function leaveAllTabs(): void {
  left = true
  channel?.postMessage(signedOut)
}

/**
 * Keeps this tab in step with the others of this browser, which share its cookie: each says who is signed in once it
 * knows. A tab that shows another person’s pages reloads, even with unsaved changes. Otherwise the person who has signed in since
 * could read what is on it, and what the first person does there would be done in the other’s name.
 */
export function followOtherTabs(queryClient: QueryClient): void {
  channel = new BroadcastChannel('login')
  let latest: string | null | undefined
  onLogin(queryClient, login => {
    const owner = login && ownerKey(login)
    if (login && !ownPage(login)) return reloadUnasked()
    if (owner !== latest) channel?.postMessage(owner)
    latest = owner
  })
  channel.onmessage = async ({ data: owner }: MessageEvent<string | null>) => {
    if (owner === signedOut) {
      if (pageOwner()) reloadUnasked()
      return
    }
    // Only the server knows who is signed in: the message may be older than what happened since, and a page that stayed still has the
    // login that ended.
    const login =
      owner === latest && !hasStayed() ? owner : await queryClient.fetchQuery({ ...loginQuery, staleTime: 0 })
    if (pageOwner() && !login) {
      // The tab in which they sign in again says this first.
      if (!staysForUnsaved()) location.reload()
    } else if (login) {
      saySignedInAgain()
      const { resumeLive } = await import('#web/lib/live.ts')
      resumeLive()
    }
  }
}
