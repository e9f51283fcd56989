import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { normalizeEmail } from '#server/platform/http/email.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { FoundPerson } from '#shared/api/admin.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { type OperatorSettings, operatorRow } from '../logins/operators.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { rankPeople } from '../search/people.ts'

type Found = { people: FoundPerson[]; cursors: string[] }

/**
 * A page of people, suspended ones too: those with this username or address first, then those whose name, username
 * or college contains the words. Without a text, everybody who is suspended.
 */
export async function findPeople(
  db: Database,
  config: OperatorSettings,
  operatorId: string,
  { text, cursor }: { text: string; cursor?: string | undefined },
): Promise<Found> {
  const found = await rankPeople(
    db,
    text,
    { after: cursor ?? null, skip: 0 },
    {
      exactly: sql`(username = ${canonicalUsername(text)} or email = ${normalizeEmail(text) ?? ''})`,
      among:
        text === '' ? sql`suspended_at is not null and deleted_at is null` : sql`users.deleted_at is null`,
    },
  )
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<{
    id: string
    email: string
    email_verified: boolean
    suspended_at: Temporal.Instant | null
    operator: boolean
  }>`
    select id, email, email_verified, suspended_at, ${operatorRow(config)} as operator from users
    where id = any (${ids}::uuid[])`.execute(db)
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const cards = await personCardsInOrder(db, operatorId, ids)
  return {
    people: cards.map(person => {
      const { email, email_verified, suspended_at, operator } = rowOf.get(person.id)!
      return {
        person,
        address: email,
        address_confirmed: email_verified,
        suspended_on: suspended_at && isoTime(suspended_at),
        operator,
      }
    }),
    cursors: found.map(one => one.cursor),
  }
}
