import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { Person } from './person.ts'

/** Somebody signed in at `url` by rows alone, for servers that can't be relied on to answer. */
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
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const person = new Person(url)
  person.cookies.set('ignite.session_token', encodeURIComponent(`${token}.${signature}`))
  return person
}
