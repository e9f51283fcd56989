import type { FastifyBaseLogger } from 'fastify'
import { cookiePrefix } from '#server/platform/http/cookies.ts'
import { agePage, type SignInFailure } from '#shared/api/logins.ts'
import { readReturnPath } from '#shared/domain/return-path.ts'
import { within } from '#shared/domain/within.ts'
import { ageUnknown } from './admit.ts'
import type { Logins } from './logins.ts'
import { providerTimeoutMs } from './provider-timeout.ts'

type Arrival = {
  params: { provider: string }
  query: Record<string, string | undefined>
  cookie: string | undefined
  agent: string | undefined
}

/** Completes a sign-in: where to redirect the browser, and the login's cookies if everything was right. */
export async function finishSignIn(
  logins: Logins,
  { site, log }: { site: string; log: FastifyBaseLogger },
  { params, query, cookie, agent }: Arrival,
): Promise<{ location: string; cookies: string[]; signedIn: boolean }> {
  const known = logins.providers.some(({ id }) => id === params.provider)
  if (!known) return { location: loginPage(site, 'failed'), cookies: [], signedIn: false }
  const address = new URL(`/api/auth/callback/${params.provider}`, site)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, value)
  const headers = new Headers()
  if (cookie) headers.set('cookie', cookie)
  if (agent) headers.set('user-agent', agent.slice(0, 400))
  const handled = logins
    .auth(site)
    .then(auth => auth.handler(new Request(address, { headers })))
    .catch((error: unknown) => {
      log.error({ err: error }, 'finishing a sign-in failed')
      return new Response(null, { status: 500 })
    })
  const answer = await within(providerTimeoutMs, handled)
  if (!answer) {
    log.warn({ provider: params.provider }, 'a sign-in provider didn’t answer in time')
    const location = loginPage(site, 'provider_away', new URLSearchParams(params))
    return { location, cookies: [], signedIn: false }
  }
  const cookies = answer.headers.getSetCookie()
  const signedIn = cookies.some(set => set.startsWith(`${cookiePrefix({ publicUrl: site })}.session_token=`))
  // Signing in over an older login ends that one.
  if (signedIn) await logins.revoke(cookie)
  return { location: nextPlace(site, answer.headers.get('location'), signedIn), cookies, signedIn }
}

// Uses full addresses: some resolvers could read a path as another host's.
function nextPlace(site: string, location: string | null, signedIn: boolean): string {
  const target = location && URL.parse(location, site)
  if (!target || target.origin !== new URL(site).origin) return loginPage(site, 'failed')
  if (signedIn) return site + (readReturnPath(target.href.slice(target.origin.length)) ?? '/explore')
  const error = target.searchParams.get('error') ?? ''
  if (error === ageUnknown) {
    target.searchParams.delete('error')
    return site + agePage + target.search + target.hash
  }
  return loginPage(site, failures[error] ?? 'failed', target.searchParams)
}

// The library's codes (and a provider's) may change between versions; the product's don't.
const failures: Record<string, SignInFailure | undefined> = {
  access_denied: 'cancelled',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
  other_way: 'other_way',
  email_missing: 'email_missing',
  email_not_found: 'email_missing',
  email_unverified: 'email_unverified',
  suspended: 'suspended',
}

function loginPage(site: string, error: SignInFailure, from = new URLSearchParams()): string {
  const page = new URL('/login', site)
  page.searchParams.set('error', error)
  for (const name of ['provider', 'next']) {
    const value = from.get(name)
    if (value) page.searchParams.set(name, value)
  }
  return page.href
}
