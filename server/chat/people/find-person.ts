import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { notBlocked } from './not-blocked.ts'

export type Address = { to_email?: string | undefined; to_username?: string | undefined }

/**
 * The person to start a conversation with. A missing person, a deleted one and one behind a block give the
 * same error. An email finds only people whose address the caller knows from a shared booking; otherwise it
 * would reveal who has an account.
 */
export async function findOther(
  db: Database,
  personId: string,
  { to_email, to_username }: Address,
): Promise<string> {
  if ((to_email === undefined) === (to_username === undefined))
    throw invalidField('query.to_username', 'Choose a person by username or email.')
  const named =
    to_username === undefined
      ? sql`people.email = ${storable(to_email!.trim())} and (people.id = ${personId} or exists (
          select from chat.bookings where bookings.person_id = ${personId} and other_id = people.id and acquainted))`
      : sql`people.username = ${storable(canonicalUsername(to_username))}`
  const { rows } = await sql<{ id: string }>`
    select id from chat.people
    where ${named} and present and ${notBlocked(personId, sql`people.id`)}`.execute(db)
  const found = rows[0]
  if (!found) throw problem('not_found', 'We couldn’t find that person.')
  if (found.id === personId)
    throw invalidField(
      to_username === undefined ? 'query.to_email' : 'query.to_username',
      'You can’t message yourself.',
    )
  return found.id
}

/** Text that can't be stored can't be anyone's name; an empty text finds no one. */
function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : ''
}
