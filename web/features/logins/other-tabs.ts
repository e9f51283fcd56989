import type { QueryClient } from '@tanstack/react-query'
import { onLogin } from './on-login.ts'
import { loginQuery } from './queries.ts'

/**
 * Keeps this tab in step with the others of this browser, which share its cookie: each says who is signed in once it
 * knows. A tab that shows somebody else’s pages starts anew; otherwise what its person does would be done, and what it
 * still holds would be read, by whoever signed in since.
 */
export function followOtherTabs(queryClient: QueryClient): void {
  const channel = new BroadcastChannel('login')
  /** Whose pages this tab has shown since it was loaded. */
  let owner: string | undefined
  let latest: string | null | undefined
  onLogin(queryClient, login => {
    const email = login?.email ?? null
    if (email && owner && email !== owner) return location.reload()
    owner ??= email ?? undefined
    if (email !== latest) channel.postMessage(email)
    latest = email
  })
  channel.onmessage = async ({ data: email }: MessageEvent<string | null>) => {
    // Only the server knows who is signed in: the message may be older than what happened since.
    const login = email === latest ? email : await queryClient.fetchQuery({ ...loginQuery, staleTime: 0 })
    if (owner && !login) location.reload()
    else if (login) (await import('#web/lib/live.ts')).resumeLive()
  }
}
