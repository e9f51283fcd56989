import { CompiledQuery } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { createRecentLogins } from '#server/platform/http/recent-logins.ts'
import type { Login, ReadLogin } from '#server/platform/http/router.ts'
import { pictureUrl } from '../people/picture-url.ts'
import type { ReadLoginCookie } from './login-cookie.ts'
import { isOperator, type OperatorFacts, type OperatorSettings, subjectsOf } from './operators.ts'

/** A login ends after a week without use, and after a month in any case (0058, cap_login). */
export const idleDays = 7
export const absoluteDays = 30

type Row = OperatorFacts & {
  login_id: string
  user_id: string
  renewed_at: Temporal.Instant
  name: string
  picture_id: string | null
  username: string
  welcomed: boolean
  theme: Login['theme']
}

const find = `
  select l.id as login_id, l.user_id, l.updated_at as renewed_at, email, email_verified, name, picture_id,
    username, welcomed_at is not null as welcomed, theme, ${subjectsOf} as subjects
  from logins l join users on users.id = l.user_id
  where l.token = $1 and suspended_at is null and deleted_at is null and l.expires_at > $2 and l.created_at > $2::timestamptz - interval '${absoluteDays} days'`

const renew = `
  update logins set updated_at = $2, expires_at = $2::timestamptz + interval '${idleDays} days' where id = $1`

type ReadDeps = {
  config: OperatorSettings
  readLoginCookie: ReadLoginCookie
  db: Database
  now: () => Temporal.Instant
}

/**
 * Identifies the signed-in person. It runs for every call: a signature check and one prepared lookup by
 * token, cached for half a second. `revoke` ends the login in a Cookie header; `forgetRecent` clears the
 * cache.
 */
export function createReadLogin({ config, readLoginCookie, db, now }: ReadDeps): {
  readLogin: ReadLogin
  revoke: (cookies: string | undefined) => Promise<void>
  forgetRecent: () => void
} {
  const recent = createRecentLogins<Login>()
  return {
    async readLogin(request) {
      const token = readLoginCookie(request.headers.cookie)
      if (!token) return null
      const clock = now()
      return recent.find(token, clock.epochMilliseconds, () => lookUp(db, token, clock, config))
    },
    async revoke(cookies) {
      const token = readLoginCookie(cookies)
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
  config: OperatorSettings,
): Promise<Login | null> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(find, [token, now]))
  const row = rows[0]
  if (!row) return null
  // Not at each call, which would make each of them a write.
  if (Temporal.Instant.compare(now, row.renewed_at.add({ hours: 1 })) > 0) {
    await db.executeQuery(CompiledQuery.raw(renew, [row.login_id, now]))
  }
  return {
    loginId: row.login_id,
    userId: row.user_id,
    email: row.email,
    emailConfirmed: row.email_verified,
    name: row.name,
    image: pictureUrl(row.picture_id),
    username: row.username,
    operator: isOperator(config, row),
    welcomed: row.welcomed,
    theme: row.theme,
  }
}
