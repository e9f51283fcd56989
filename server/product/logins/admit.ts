import { APIError, getOAuthState } from 'better-auth/api'
import type { OAuthMappedUser } from 'better-auth/oauth2'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { normalizeEmail } from '#server/platform/http/email.ts'
import type { ProviderId, SignInFailure } from '#shared/api/logins.ts'
import { hasAddress } from '#shared/domain/address-in-name.ts'
import { looksLikeOurs } from '#shared/domain/own-names.ts'
import { isVisible } from '#shared/domain/visible-text.ts'
import { loginHash } from '../people/login-hash.ts'
import { carryToReturned, findLeftLogin, type ReturnDeps } from './returning.ts'
import { claimUsername } from './usernames.ts'

/** What a provider vouches for, from its verified ID token or its own API. */
export type Claims = {
  provider: ProviderId
  /** The provider's own permanent id of the person, as stored in login_accounts.account_id. */
  subject: string
  email: unknown
  emailVerified: boolean
  name: unknown
  image: unknown
}

export type Admit = (claims: Claims) => Promise<OAuthMappedUser>

/**
 * Decides, from verified claims, what to store about the person, or redirects the browser to the login page.
 * It only ever recognizes people by provider and subject. An address is theirs if the provider vouches for
 * it. An address that is only claimed, as an administrator of any tenant can do (nOAuth), makes the same
 * account whether or not somebody else has it, so that nobody learns who has it. A known person gets their
 * current address, and loses the rights of their former one. If the provider no longer gives one, as when a school
 * closes a graduate's mailbox, they keep the stored one as unconfirmed: they have no other way to their account.
 *
 * It runs before the library opens the transaction that creates a newcomer: a query of ours inside that would
 * wait for a second connection while holding the first, and a pool full of newcomers would deadlock.
 */
export function createAdmit(deps: ReturnDeps, loginPage: string): Admit {
  const { db } = deps
  return async claims => {
    const given = normalizeEmail(claims.email)
    const found = await findKnownPerson(db, claims, given)
    const left = await findLeftLogin(deps, claims.provider, claims.subject)
    if (found.suspended || left?.suspended) throw await backToLogin(loginPage, 'suspended', claims.provider)
    const email = given ?? found.stored
    if (!email) throw await backToLogin(loginPage, 'email_missing', claims.provider)
    const verified = given !== null && claims.emailVerified
    const person = {
      email: keyed(claims, email),
      emailVerified: verified,
      name: nameOf(claims.name, email),
      image: pictureAddress(claims.image),
    }
    if (found.known) {
      await refreshAddress(db, found.known, { email, verified })
      // The follow-up of their first sign-in may have failed.
      if (left) await carryToReturned(deps, found.known)
      return person
    }
    if (claims.provider === 'google' && !claims.emailVerified) {
      throw await backToLogin(loginPage, 'email_unverified', claims.provider)
    }
    if (claims.emailVerified && found.taken) {
      throw await backToLogin(loginPage, 'other_way', claims.provider)
    }
    const state = await getOAuthState()
    if (state?.ofAge !== true) throw await backToLogin(loginPage, ageUnknown, claims.provider, email)
    const login = loginHash(deps.config.secret, claims.provider, claims.subject)
    return { ...person, username: await claimUsername(db, email, login) }
  }
}

/**
 * Which person this is, and their stored address, if they have signed in before; whether they are suspended; and
 * whether the given address belongs to somebody.
 */
async function findKnownPerson(db: Database, { provider, subject }: Claims, email: string | null) {
  const { rows } = await sql<{
    known: string | null
    stored: string | null
    suspended: boolean
    taken: boolean
  }>`
    select person.id as known, person.email as stored, person.suspended_at is not null as suspended,
      exists (select from users where email = ${email}::citext and email_verified) as taken
    from (select) once left join (
      select users.id, email, suspended_at from login_accounts join users on users.id = user_id
      where provider_id = ${provider} and account_id = ${subject}) person on true`.execute(db)
  return rows[0]!
}

/**
 * Stores the person's current address at the provider. It stays unconfirmed if another account has confirmed
 * it. Confirmed anew, it gets mail again, even if the mail server refused it.
 */
async function refreshAddress(
  db: Database,
  userId: string,
  { email, verified }: { email: string; verified: boolean },
): Promise<void> {
  const write = (confirmed: boolean) =>
    sql`update users set email = ${email}, email_verified = ${confirmed}, email_refused_at = null
      where id = ${userId} and ((email::text, email_verified) is distinct from (${email}, ${confirmed}::boolean)
        or (${confirmed}::boolean and email_refused_at is not null))`.execute(db)
  try {
    await write(verified)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'users_confirmed_email')) throw error
    await write(false)
  }
}

/**
 * The sign-in library also looks up people by their address. With the provider's id prefixed to the address,
 * it finds nobody else; `withoutKey` removes the prefix before storing.
 */
function keyed({ provider, subject }: Claims, email: string): string {
  return `${provider}:${subject}:${email}`
}

/** The address in what `keyed` returns; no address contains a colon (`normalizeEmail`). */
export function withoutKey(email: string): string {
  return email.slice(email.lastIndexOf(':') + 1)
}

/** Ends a newcomer's sign-in if they haven't given their date of birth yet. */
export const ageUnknown = 'age_unknown'

async function backToLogin(
  loginPage: string,
  error: SignInFailure | typeof ageUnknown,
  provider: string,
  email = '',
): Promise<APIError> {
  const state = await getOAuthState()
  const location = new URL(typeof state?.errorURL === 'string' ? state.errorURL : loginPage)
  location.searchParams.set('error', error)
  location.searchParams.set('provider', provider)
  // Which of their addresses they chose, so that they needn't choose again. The part after the # stays in the
  // browser.
  location.hash = encodeURIComponent(email)
  return new APIError('FOUND', undefined, new Headers({ location: location.href }))
}

/** What the provider calls the person, or else the beginning of their address, unless it looks like Ignite's own name or like a link. */
function nameOf(given: unknown, email: string): string {
  const names = [displayName(given), email.slice(0, email.indexOf('@'))]
  return names.find(name => name !== null && !looksLikeOurs(name) && !hasAddress(name)) ?? 'Student'
}

function displayName(given: unknown): string | null {
  if (typeof given !== 'string') return null
  // Control characters and the marks that reorder text don't belong in a name.
  const plain = given
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const shown = [...plain.trim()].slice(0, 100).join('')
  return isVisible(shown) ? shown : null
}

// Shown as an <img>: anything but an https address could be a script, or reach into the viewer's own network.
function pictureAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 2000) return undefined
  return URL.parse(given)?.protocol === 'https:' ? given : undefined
}
