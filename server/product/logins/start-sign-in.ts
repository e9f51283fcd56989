import { problem } from '#server/platform/http/problem.ts'
import type { Logins } from './logins.ts'
import { inTime } from './patience.ts'
import { returnAddress } from './site.ts'

type Wish = {
  provider: string
  callbackURL: string
  loginHint?: string | undefined
  /** Whether the browser has passed the question of age, so that an account may be made. */
  ofAge: boolean
}

/**
 * Begins a sign-in: the provider's address for the browser, and the cookie that binds what comes back to this browser. The
 * library is only handed what the contract knows: its own body would also take an ID token, or other scopes.
 */
export async function startSignIn(
  logins: Logins,
  site: string,
  { provider, callbackURL, loginHint, ofAge }: Wish,
): Promise<{ url: string; cookies: string[] }> {
  if (!logins.providers.some(({ id }) => id === provider)) {
    throw problem('not_found', 'There is no such way to sign in here.')
  }
  const next = returnAddress(callbackURL, site)
  const failed = new URL('/login', site)
  failed.searchParams.set('next', next.slice(site.length))
  const asked = new Request(`${site}/api/auth/sign-in/social`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      provider,
      callbackURL: next,
      errorCallbackURL: failed.href,
      loginHint,
      disableRedirect: true,
      additionalData: { provider, ofAge },
    }),
  })
  const answer = await inTime(logins.auth(site).then(auth => auth.handler(asked)))
  const { url } = ((await answer?.json()) ?? {}) as { url?: string }
  if (!answer?.ok || !url) {
    throw problem(
      'upstream_unavailable',
      'That provider can’t be reached right now. Try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
  }
  return { url, cookies: answer.headers.getSetCookie() }
}
