import { problem } from '#server/platform/http/problem.ts'
import { within } from '#shared/domain/within.ts'
import type { Logins } from './logins.ts'
import { providerTimeoutMs } from './provider-timeout.ts'
import { returnAddress } from './site.ts'

type Wish = {
  provider: string
  callbackURL: string
  loginHint?: string | undefined
  /** Whether the browser has passed the age question, so that an account may be created. */
  ofAge: boolean
}

/**
 * Begins a sign-in: the provider's address for the browser, and the cookie that binds the response to this
 * browser. The library only gets what the contract allows: its own body would also accept an ID token, or
 * other scopes.
 */
export async function startSignIn(
  logins: Logins,
  site: string,
  { provider, callbackURL, loginHint, ofAge }: Wish,
): Promise<{ url: string; cookies: string[] }> {
  if (!logins.providers.some(({ id }) => id === provider)) {
    throw problem('not_found', 'You can’t sign in that way here.')
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
  const answer = await within(
    providerTimeoutMs,
    logins.auth(site).then(auth => auth.handler(asked)),
  )
  const { url } = ((await answer?.json()) ?? {}) as { url?: string }
  if (!answer?.ok || !url) {
    throw problem('upstream_unavailable', 'We can’t reach that provider right now. Try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
  return { url, cookies: answer.headers.getSetCookie() }
}
