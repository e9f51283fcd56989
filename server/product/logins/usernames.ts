import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { usernameFault, usernameLimits } from '#shared/domain/usernames.ts'

const { longest } = usernameLimits
const tokenLength = 10
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The username that an email suggests: its mail name, reduced to the letters of usernames. */
export function usernameFrom(email: string): string {
  const mailName = email.slice(0, email.lastIndexOf('@'))
  const plain = mailName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, longest - tokenLength - 1)
    .replace(/[._-]+$/, '')
  return plain || 'student'
}

/**
 * Takes a username for a new person: the one that the email suggests, with a random token appended if that
 * is taken or nobody may choose it, or "student" with one if it looks like Ignite's own even so. If any number
 * of people want the same name at once, the database gives it to one. If a person's first sign-in fails after this, the next
 * one gets the same name, by the hash of their login.
 */
export async function claimUsername(db: Database, email: string, login: string): Promise<string> {
  const suggested = usernameFrom(email)
  await sql`delete from username_claims where claimed_at < now() - interval '1 hour'`.execute(db)
  if (usernameFault(suggested) === null && (await claim(db, suggested, login))) return suggested
  // A token makes "settings" a name like any other, but not "ignite-support".
  const stem = usernameFault(`${suggested}-${token()}`) === null ? suggested : 'student'
  for (let attempt = 0; attempt < 5; attempt++) {
    const name = `${stem}-${token()}`
    if (await claim(db, name, login)) return name
  }
  throw new Error(`No free username was found for "${stem}" in five attempts`)
}

async function claim(db: Database, username: string, login: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select claim_username(${username}::citext, ${login}) as taken`.execute(db)
  return rows[0]!.taken
}

function token(): string {
  return Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
