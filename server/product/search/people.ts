import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { personBegins, personHolds, plainWords } from '../people/person-words.ts'

export const peoplePageSize = 20

/** How far one can page: nobody reads further, and anyone who does is harvesting. */
const depth = 500

/**
 * The newest people whose name, username or college contains all words of a text, the last one perhaps
 * unfinished; without words everyone but the operators, whom nobody looks for. First the person with exactly that username, then names that begin with it, then the others.
 */
export async function searchPeople(
  db: Database,
  viewerId: string,
  text: string,
  start: PageStart,
  operatorRow: RawBuilder<boolean>,
): Promise<{ people: PersonCard[]; cursors: string[] }> {
  const words = await plainWords(db, text)
  if (text !== '' && words.length === 0) return { people: [], cursors: [] }
  const username = canonicalUsername(text)
  const { rows } = await sql<{ id: string; rank: number }>`
    select id, rank from (
      select id, 2 as rank from users where username = ${username} and ${personVisibleTo(viewerId)}
      union all
      (select id, (${personBegins(words)})::int as rank from users
        where username <> ${username} and ${personHolds(words)} and ${personVisibleTo(viewerId)}
          ${text === '' ? sql`and not ${operatorRow}` : sql``}
        order by id desc limit ${sql.lit(depth)})
    ) found
    ${'after' in start ? sql`where (rank, id) < ${parseCursor(start.after)}` : sql``}
    order by rank desc, id desc
    limit ${sql.lit(peoplePageSize)} offset ${sql.lit('skip' in start ? start.skip : 0)}`.execute(db)
  const ids = rows.map(row => row.id)
  const people = await personCardsInOrder(db, viewerId, ids)
  return { people, cursors: rows.map(row => `${row.rank}_${row.id}`) }
}

function parseCursor(cursor: string): RawBuilder<unknown> {
  const { rank, id } =
    /^(?<rank>[012])_(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor)?.groups ?? {}
  if (rank === undefined || id === undefined) {
    throw invalidField('query.cursor', 'This isn’t a cursor of this search.')
  }
  return sql`(${rank}::int, ${id}::uuid)`
}
