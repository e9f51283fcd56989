import { CompiledQuery } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createRecentLogins } from '#server/platform/http/recent-logins.ts'
import type { Login, ReadLogin } from '#server/platform/http/router.ts'
import { pictureUrl } from '../profiles/picture-url.ts'
import { createTokenReader } from './login-cookie.ts'

/** A login ends after a week unused, and after a month however much it is used. */
export const idleDays = 7
export const absoluteDays = 30

type Row = {
  login_id: string
  user_id: string
  renewed_at: Temporal.Instant
  email: string
  name: string
  email_verified: boolean
  picture_id: string | null
  username: string
  welcomed: boolean
  theme: Login['theme']
}

const find = `
  select l.id as login_id, l.user_id, l.updated_at as renewed_at, u.email, u.email_verified, u.name, u.picture_id,
    u.username, u.welcomed_at is not null as welcomed, u.theme
  from logins l join users u on u.id = l.user_id
  where l.token = $1 and u.suspended_at is null and u.deleted_at is null and l.expires_at > $2 and l.created_at > $2::timestamptz - interval '${absoluteDays} days'`

const renew = `
  update logins set updated_at = $2, expires_at = $2::timestamptz + interval '${idleDays} days' where id = $1`

type ReadDeps = {
  config: Pick<Config, 'publicUrl' | 'secret' | 'operatorEmails'>
  db: Database
  now: () => Temporal.Instant
}

/**
 * Says who is signed in. It runs for every call: a signature check and one prepared look-up by token, whose answer the calls
 * of the next half second share. `revoke` ends the login a Cookie header carries; `forgetRecent` has everyone looked up anew.
 */
export function createReadLogin({ config, db, now }: ReadDeps): {
  readLogin: ReadLogin
  revoke: (cookies: string | undefined) => Promise<void>
  forgetRecent: () => void
} {
  const readToken = createTokenReader(config)
  const recent = createRecentLogins<Login>()
  return {
    async readLogin(request) {
      const token = readToken(request.headers.cookie)
      if (!token) return null
      const clock = now()
      return recent.find(token, clock.epochMilliseconds, () =>
        lookUp(db, token, clock, config.operatorEmails),
      )
    },
    async revoke(cookies) {
      const token = readToken(cookies)
      if (!token) return
      await db.executeQuery(CompiledQuery.raw('delete from logins where token = $1', [token]))
      recent.forget(token)
    },
    forgetRecent: recent.forgetAll,
  }
}

async function lookUp(
  db: Database,
  token: string,
  now: Temporal.Instant,
  operatorEmails: string[],
): Promise<Login | null> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(find, [token, now]))
  const row = rows[0]
  if (!row) return null
  if (Temporal.Instant.compare(now, row.renewed_at.add({ hours: 24 })) > 0) {
    await db.executeQuery(CompiledQuery.raw(renew, [row.login_id, now]))
  }
  return {
    loginId: row.login_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    image: pictureUrl(row.picture_id),
    username: row.username,
    // An address that its provider doesn't vouch for could be anybody's.
    operator: row.email_verified && operatorEmails.includes(row.email.toLowerCase()),
    welcomed: row.welcomed,
    theme: row.theme,
  }
}
