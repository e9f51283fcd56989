import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { cookiePrefix } from '#server/platform/http/cookies.ts'
import { idleDays } from '#server/product/logins/read-login.ts'
import { Person } from './person.ts'

/** Somebody signed in at `url` through rows alone, for servers that may not answer. */
export async function madeLogin(db: Database, url: string, secret: string, name: string): Promise<Person> {
  const token = `login-of-${name}`
  await sql`
    with person as (
      insert into users (name, email, email_verified, username, welcomed_at)
      values (${name}, ${`${name}@example.edu`}, true, ${name}, now()) returning id
    )
    insert into logins (user_id, token, expires_at) select id, ${token}, now() + interval '30 days' from person`.execute(
    db,
  )
  return holding(token, new Person(url), { secret, publicUrl: url })
}

type Signing = { secret: string; publicUrl: string }

/**
 * Another login, as in another browser, of somebody whom their provider would admit: through its row, since
 * the full sign-in takes twenty times as long. False if they haven't been there yet, or would be refused.
 */
export async function loginAnew(
  db: Database,
  person: Person,
  { email, now, ...signing }: Signing & { email: string; now: Temporal.Instant },
): Promise<boolean> {
  const token = randomBytes(16).toString('hex')
  const { numAffectedRows } = await sql`
    insert into logins (user_id, token, created_at, updated_at, expires_at)
    select id, ${token}, ${now}, ${now}, ${now.add({ hours: 24 * idleDays })} from users
    where email = ${email} and email_verified and suspended_at is null and deleted_at is null
      and exists (select from login_accounts where user_id = users.id and provider_id = 'google')`.execute(db)
  if (numAffectedRows !== 1n) return false
  holding(token, person, signing)
  return true
}

function holding(token: string, person: Person, { secret, publicUrl }: Signing): Person {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  person.cookies.set(
    `${cookiePrefix({ publicUrl })}.session_token`,
    encodeURIComponent(`${token}.${signature}`),
  )
  return person
}
