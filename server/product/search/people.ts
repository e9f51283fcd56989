import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { plainWords } from '#server/platform/db/plain-words.ts'
import { parseKeyCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { personBegins, personHolds } from '../people/person-words.ts'

export const peoplePageSize = 20

/** How far one can page: nobody reads further, and anyone who does is harvesting. */
const depth = 500

/**
 * The people whose name, username or college contains all words of a text, of which the last may be unfinished; without
 * words everyone but oneself and the operators, whom nobody looks for. The person with exactly that username comes first, then names that
 * begin with the text, then the others, the newest first.
 */
export async function searchPeople(
  db: Database,
  viewerId: string,
  text: string,
  start: PageStart,
  operatorRow: RawBuilder<boolean>,
): Promise<{ people: PersonCard[]; cursors: string[] }> {
  const visible = personVisibleTo(viewerId)
  const found = await rankPeople(db, text, start, {
    exactly: sql`username = ${canonicalUsername(text)}`,
    among: text === '' ? sql`${visible} and not ${operatorRow} and users.id <> ${viewerId}::uuid` : visible,
  })
  const people = await personCardsInOrder(
    db,
    viewerId,
    found.map(({ id }) => id),
  )
  return { people, cursors: found.map(({ cursor }) => cursor) }
}

/**
 * The ids of a page of people, each with the cursor of its row: first those whom `exactly` selects, then names that
 * begin with the text, then the newest others that contain its words. Both conditions are on a row of `users`.
 */
export async function rankPeople(
  db: Database,
  text: string,
  start: PageStart,
  { exactly, among }: { exactly: RawBuilder<boolean>; among: RawBuilder<boolean> },
): Promise<{ id: string; cursor: string }[]> {
  const words = await plainWords(db, text)
  if (text !== '' && words.length === 0) return []
  const { rows } = await sql<{ id: string; rank: number }>`
    select id, rank from (
      select id, 2 as rank from users where ${exactly} and ${among}
      union all
      (select id, (${personBegins(words)})::int as rank from users
        where not ${exactly} and ${personHolds(words)} and ${among}
        order by id desc limit ${sql.lit(depth)})
    ) found
    ${start.after === null ? sql`` : sql`where (rank, id) < ${parseCursor(start.after)}`}
    order by rank desc, id desc
    limit ${sql.lit(peoplePageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  return rows.map(({ id, rank }) => ({ id, cursor: `${rank}_${id}` }))
}

function parseCursor(cursor: string): RawBuilder<unknown> {
  const { key: rank, id } = parseKeyCursor(cursor, /^[012]$/)
  return sql`(${rank}::int, ${id}::uuid)`
}
