import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { plainWords } from '#server/platform/db/plain-words.ts'
import { parseKeyCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import { followPageSize } from '#shared/api/follows.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { type FollowSide, followVisibleTo, personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { personHolds } from '../people/person-words.ts'

type Page = { cards: PersonCard[]; cursors: string[] }
type Row = { id: string; at: string }

/**
 * A person's followers, the latest first, without those the viewer may not see; only those whose name
 * contains the words of a text.
 */
export function followersOf(
  db: Database,
  viewerId: string,
  personId: string,
  start: PageStart,
  text: string,
): Promise<Page> {
  return page(db, viewerId, { of: 'followed_id', person: personId, other: 'follower_id' }, start, text)
}

/** The people whom a person follows, in the order and with the limits of `followersOf`. */
export function followingOf(
  db: Database,
  viewerId: string,
  personId: string,
  start: PageStart,
  text: string,
): Promise<Page> {
  return page(db, viewerId, { of: 'follower_id', person: personId, other: 'followed_id' }, start, text)
}

async function page(
  db: Database,
  viewerId: string,
  { of, person, other }: { of: FollowSide; person: string; other: FollowSide },
  start: PageStart,
  text: string,
): Promise<Page> {
  const words = await plainWords(db, text)
  if (text !== '' && words.length === 0) return { cards: [], cursors: [] }
  const followed = sql.ref(`follows.${other}`)
  // Filters hidden people before the limit, so that only the last page is short.
  const { rows } = await sql<Row>`
    select ${followed} as id,
      (extract(epoch from follows.created_at) * 1000000)::bigint::text as at
    from follows join users on users.id = ${followed}
    where ${sql.ref(`follows.${of}`)} = ${person}::uuid and ${personVisibleTo(viewerId)} and ${personHolds(words)}
      ${start.after === null ? sql`` : sql`and (follows.created_at, ${followed}) < ${parseCursor(start.after)}`}
    order by follows.created_at desc, ${followed} desc
    limit ${sql.lit(followPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const ids = rows.map(row => row.id)
  const cards = await personCardsInOrder(db, viewerId, ids)
  return { cards, cursors: rows.map(row => `${row.at}_${row.id}`) }
}

/** The number of a person's followers that the viewer may see. */
export async function countFollowers(db: Database, viewerId: string, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .where('followed_id', '=', personId)
    .where(followVisibleTo(viewerId, 'follower_id'))
    .select(query => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A cursor is the moment of the follow, to PostgreSQL's microsecond, and the other person's id. */
function parseCursor(cursor: string): RawBuilder<unknown> {
  const { key, id } = parseKeyCursor(cursor, /^\d{1,16}$/)
  return sql`('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id}::uuid)`
}
