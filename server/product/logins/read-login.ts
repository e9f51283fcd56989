import { CompiledQuery } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ReadLogin } from '#server/platform/http/router.ts'
import { createTokenReader } from './login-cookie.ts'

/** A login ends after a week unused, and after a month however much it is used. */
export const idleDays = 7
export const absoluteDays = 30

type Row = {
  login_id: string
  user_id: string
  renewed_at: Date
  email: string
  name: string
  image: string | null
  username: string
}

const find = `
  select l.id as login_id, l.user_id, l.updated_at as renewed_at, u.email, u.name, u.image, u.username
  from logins l join users u on u.id = l.user_id
  where l.token = $1 and l.expires_at > $2 and l.created_at > $2::timestamptz - interval '${absoluteDays} days'`

const renew = `
  update logins set updated_at = $2, expires_at = $2::timestamptz + interval '${idleDays} days' where id = $1`

/**
 * Says who is signed in. It runs for every call, so it is one signature check and one prepared look-up by token; nothing is
 * cached, so that a revoked login is refused by the next request on any node.
 */
export function createReadLogin(deps: {
  config: Pick<Config, 'publicUrl' | 'secret'>
  db: Database
  now: () => Temporal.Instant
}): ReadLogin {
  const readToken = createTokenReader(deps.config)
  return async request => {
    const token = readToken(request.headers.cookie)
    if (!token) return null
    const now = new Date(deps.now().epochMilliseconds)
    const { rows } = await deps.db.executeQuery<Row>(CompiledQuery.raw(find, [token, now]))
    const row = rows[0]
    if (!row) return null
    if (now.getTime() - row.renewed_at.getTime() > 86_400_000) {
      await deps.db.executeQuery(CompiledQuery.raw(renew, [row.login_id, now]))
    }
    return {
      loginId: row.login_id,
      userId: row.user_id,
      email: row.email,
      name: row.name,
      image: row.image,
      username: row.username,
    }
  }
}
