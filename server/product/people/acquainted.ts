import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { normalizeEmail } from '#server/platform/http/email.ts'
import { inStates } from './booking-states.ts'
import { personVisibleTo } from './find-person.ts'

/**
 * The condition on a row of `users` under which a person (null for a visitor) knows their email: it is
 * confirmed, and the two share a booking that was accepted.
 */
export function emailKnownTo(personId: string | null): RawBuilder<boolean> {
  if (personId === null) return sql`false`
  return sql`users.email_verified and users.id in (
    select tutor_id from bookings where student_id = ${personId}::uuid and state in (${inStates.acquainted})
    union all
    select student_id from bookings where tutor_id = ${personId}::uuid and state in (${inStates.acquainted}))`
}

/**
 * The id of the person with an email, if it is the caller's own or one that the caller knows. Null for any
 * other, known or not: otherwise it would reveal who has an account.
 */
export async function findByEmail(
  db: Database,
  login: { userId: string; email: string },
  email: string,
): Promise<string | null> {
  const address = normalizeEmail(email)
  if (address === login.email.toLowerCase()) return login.userId
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${address ?? ''}
      and ${emailKnownTo(login.userId)} and ${personVisibleTo(login.userId)}`.execute(db)
  return rows[0]?.id ?? null
}
