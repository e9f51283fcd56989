import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'

export type Address = { to_email?: string | undefined; to_username?: string | undefined }

/**
 * The person a conversation is wanted with. Nobody, somebody gone and somebody with whom a block stands between are not
 * found alike. An e-mail finds only those whose address the asker knows by a shared booking, or it would tell who is here.
 */
export async function findOther(
  db: Database,
  personId: string,
  { to_email, to_username }: Address,
): Promise<string> {
  if ((to_email === undefined) === (to_username === undefined))
    throw invalidField('query.to_username', 'Say with whom, by username or by e-mail.')
  const named =
    to_username === undefined
      ? sql`people.email = ${storable(to_email!.trim())} and (people.id = ${personId} or exists (
          select from chat.bookings where bookings.person_id = ${personId} and other_id = people.id and acquainted))`
      : sql`people.username = ${storable(canonicalUsername(to_username))}`
  const { rows } = await sql<{ id: string }>`
    select id from chat.people
    where ${named} and present
      and not exists (select from chat.blocks where blocks.person_id = ${personId} and other_id = people.id)`.execute(
    db,
  )
  const found = rows[0]
  if (!found) throw problem('not_found', 'There is nobody of that name.')
  if (found.id === personId)
    throw invalidField(
      to_username === undefined ? 'query.to_email' : 'query.to_username',
      'You can’t write to yourself.',
    )
  return found.id
}

/** What can't be stored is nobody's name. */
function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : ''
}
