import type { Deps } from '#server/deps.ts'
import type { ReadLogin } from '#server/platform/http/router.ts'
import { type ProviderId, providerNames } from '#shared/api/logins.ts'
import { enqueuePictureCopy } from '../profiles/copy-picture.ts'
import { carryDebts } from '../wallets/debts.ts'
import { answers } from './patience.ts'
import { createReadLogin } from './read-login.ts'
import { type Auth, createAuth } from './sign-in.ts'
import { enqueueWelcome, type WelcomeDeps } from './welcome-mail.ts'

export type Logins = {
  readLogin: ReadLogin
  /** The ways to sign in that are configured. */
  providers: { id: ProviderId; name: string }[]
  /** The sign-in library for sign-ins that end at an address of this site. */
  auth: (site: string) => Promise<Auth>
  /** Ends the login a Cookie header carries, if it carries one. */
  revoke: (cookies: string | undefined) => Promise<void>
  /** Has this node look everyone up anew, after somebody's logins were ended. */
  forgetRecent: () => void
}

export type LoginDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'> & WelcomeDeps

/** Who is signed in, and how one signs in. */
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
 * Google's keys and addresses come from its discovery document, which is read when the first sign-in needs it: a provider that
 * is away must not keep the product from starting. What was built without Google serves the others and is built anew at the
 * next sign-in after a pause; until then Google is closed, never unverified.
 */
function authOnDemand(deps: LoginDeps): () => Promise<Auth> {
  const pauseMs = 5_000
  let built: Promise<Auth> | undefined
  let retryAt = Number.POSITIVE_INFINITY
  const { google, ...others } = deps.config.identity
  const build = async () => {
    // A provider that hangs would keep everybody waiting for it, also those who sign in elsewhere.
    const identity = google && (await answers(google.discoveryUrl)) ? deps.config.identity : others
    const auth = createAuth({
      ...deps,
      config: { ...deps.config, identity: { google: undefined, ...identity } },
      // The person exists by now: without a welcome and a picture they are still signed in.
      onFirstSignIn: ({ id }) =>
        Promise.all([enqueueWelcome(deps, id), enqueuePictureCopy(deps, id), carryDebts(deps, id)]).then(
          () => {},
          error => deps.log.error({ err: error }, 'what follows a first sign-in was not done'),
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
