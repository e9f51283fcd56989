import type { Deps } from '#server/deps.ts'
import type { ReadLogin } from '#server/platform/http/router.ts'
import { type ProviderId, providerNames } from '#shared/api/logins.ts'
import { enqueuePictureCopy } from '../profiles/copy-picture.ts'
import { carryBalances } from '../wallets/carry-balances.ts'
import type { ReadLoginCookie } from './login-cookie.ts'
import { answers } from './provider-timeout.ts'
import { createReadLogin } from './read-login.ts'
import { carryToReturned } from './returning.ts'
import { type Auth, createAuth } from './sign-in.ts'
import { enqueueWelcome, type WelcomeDeps } from './welcome-mail.ts'

export type Logins = {
  readLogin: ReadLogin
  /** The configured ways to sign in. */
  providers: { id: ProviderId; name: string }[]
  /** The sign-in library for sign-ins that end at one of this site's addresses. */
  auth: (site: string) => Promise<Auth>
  /** Ends the login in a Cookie header, if there is one. */
  revoke: (cookies: string | undefined) => Promise<void>
  /** Clears this node's login cache, after somebody's logins were ended. */
  forgetRecent: () => void
}

export type LoginDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'> &
  WelcomeDeps & { readLoginCookie: ReadLoginCookie }

/** Who is signed in, and signing in. */
export function createLogins(deps: LoginDeps): Logins {
  const ids: ProviderId[] = ['google', 'microsoft', 'github']
  return {
    ...createReadLogin(deps),
    providers: ids.filter(id => deps.config.identity[id]).map(id => ({ id, name: providerNames[id] })),
    auth: authsBySite(deps),
  }
}

function authsBySite(deps: LoginDeps): (site: string) => Promise<Auth> {
  const bySite = new Map<string, () => Promise<Auth>>()
  return site => {
    const known = bySite.get(site) ?? authOnDemand({ ...deps, config: { ...deps.config, publicUrl: site } })
    bySite.set(site, known)
    return known()
  }
}

/**
 * Google's keys and addresses come from its discovery document, which the first sign-in loads: an unreachable
 * provider must not keep the product from starting. A library built without Google serves the other
 * providers, and is rebuilt at the next sign-in after a pause; until then Google is closed, never unverified.
 */
function authOnDemand(deps: LoginDeps): () => Promise<Auth> {
  const pauseMs = 5_000
  let built: Promise<Auth> | undefined
  let retryAt = Number.POSITIVE_INFINITY
  const { google, ...others } = deps.config.identity
  const build = async () => {
    // A hanging provider would keep everybody waiting, including people who sign in elsewhere.
    const identity = google && (await answers(google.discoveryUrl)) ? deps.config.identity : others
    const auth = createAuth({
      ...deps,
      config: { ...deps.config, identity: { google: undefined, ...identity } },
      // The person exists by now: they are signed in even without a welcome email and a picture.
      onFirstSignIn: ({ id }) =>
        Promise.all([
          enqueueWelcome(deps, id),
          enqueuePictureCopy(deps, id),
          carryBalances(deps, id),
          carryToReturned(deps, id),
        ]).then(
          () => {},
          error =>
            deps.log.error(
              { err: error },
              'the follow-up of a first sign-in failed: the welcome email, the picture, old debts or old blocks',
            ),
        ),
    })
    const { socialProviders } = await auth.$context
    const whole = !google || socialProviders.some(provider => provider.id === 'google')
    retryAt = whole ? Number.POSITIVE_INFINITY : deps.now().epochMilliseconds + pauseMs
    return auth
  }
  return () => {
    if (deps.now().epochMilliseconds >= retryAt) {
      built = undefined
      retryAt = Number.POSITIVE_INFINITY
    }
    built ??= build().catch(error => {
      built = undefined
      throw error
    })
    return built
  }
}
