import { APIError, getOAuthState } from 'better-auth/api'
import type { OAuthMappedUser } from 'better-auth/oauth2'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { ProviderId, SignInFailure } from '#shared/api/logins.ts'
import { normaliseEmail } from './email.ts'
import { claimUsername } from './usernames.ts'

/** What a provider vouches for, from its verified ID token or its own API. */
export type Claims = {
  provider: ProviderId
  /** The provider's own immutable name of the person, as stored in login_accounts.account_id. */
  subject: string
  email: unknown
  emailVerified: boolean
  name: unknown
  image: unknown
}

export type Admit = (claims: Claims) => Promise<OAuthMappedUser>

/**
 * Decides, from verified claims, what is stored of the person, or sends the browser back to the login page. Someone is only
 * ever recognised by provider and subject. An e-mail that belongs to another account is no proof of being its owner (nOAuth,
 * security §1.9), so that sign-in ends here, naming the way that account signs in.
 *
 * It runs before the library opens the transaction that creates a newcomer: a query of ours inside that would wait for a
 * second connection while holding the first, and a pool full of newcomers would wait for ever.
 */
export function createAdmit(db: Database, loginPage: string): Admit {
  return async claims => {
    const email = normaliseEmail(claims.email)
    if (!email) throw await backToLogin(loginPage, 'email_missing', claims.provider)
    if (claims.provider === 'google' && !claims.emailVerified) {
      throw await backToLogin(loginPage, 'email_unverified', claims.provider)
    }
    const person = {
      email,
      emailVerified: claims.emailVerified,
      name: displayName(claims.name) ?? email.slice(0, email.indexOf('@')),
      image: pictureAddress(claims.image),
    }
    const standing = await findStanding(db, claims, email)
    if (standing.suspended) throw await backToLogin(loginPage, 'suspended', claims.provider)
    if (standing.known) return person
    if (standing.owner) throw await backToLogin(loginPage, 'email_in_use', standing.owner)
    const state = await getOAuthState()
    if (state?.ofAge !== true) throw await backToLogin(loginPage, ageUnknown, claims.provider, email)
    return { ...person, username: await claimUsername(db, email) }
  }
}

/** Whether the person has signed in before, is suspended, and through which provider the account with this e-mail signs in. */
async function findStanding(db: Database, { provider, subject }: Claims, email: string) {
  const { rows } = await sql<{ known: boolean; suspended: boolean; owner: string | null }>`
    select
      exists (select from login_accounts where provider_id = ${provider} and account_id = ${subject}) as known,
      exists (select from login_accounts a join users u on u.id = a.user_id
        where provider_id = ${provider} and account_id = ${subject} and u.suspended_at is not null) as suspended,
      (select a.provider_id from users u join login_accounts a on a.user_id = u.id
       where u.email = ${email}::citext order by a.created_at limit 1) as owner`.execute(db)
  return rows[0]!
}

/** What a newcomer's sign-in ends with before they have said when they were born. */
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
  // Which of their addresses they chose, so that they needn't choose again. What is behind the # stays in the browser.
  location.hash = email
  return new APIError('FOUND', undefined, new Headers({ location: location.href }))
}

function displayName(given: unknown): string | null {
  if (typeof given !== 'string') return null
  // Control characters and the marks that reorder text have no place in a name.
  const plain = given
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  return [...plain.trim()].slice(0, 100).join('') || null
}

// Shown as an <img>: anything but an https address could be a script or reach into somebody's own network (security §4.1, 11).
function pictureAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 2000) return undefined
  return URL.parse(given)?.protocol === 'https:' ? given : undefined
}
