import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { pictureUrl } from './picture-url.ts'

type Row = {
  id: string
  username: string
  name: string
  email: string
  picture_id: string | null
  college: string | null
  designation: string | null
  description: string | null
  hourly_rate_cents: number | null
  followed: boolean
  follows_you: boolean
}

/**
 * The cards of the people that `ids` selects, as the viewer (null for a visitor) sees them, in the order of
 * `place`. `ids` is a query of ids and places already limited to a page. One query.
 */
export async function personCards(
  db: Database,
  viewerId: string | null,
  ids: RawBuilder<{ id: string; place: unknown }>,
): Promise<PersonCard[]> {
  const { rows } = await sql<Row>`
    select users.id, username, name, email, picture_id, college, designation, description, hourly_rate_cents,
      exists (select from follows where follower_id = ${viewerId}::uuid and followed_id = users.id) as followed,
      exists (select from follows where follower_id = users.id and followed_id = ${viewerId}::uuid) as follows_you
    from (${ids}) page join users on users.id = page.id
    order by page.place`.execute(db)
  return rows.map(row => card(row, viewerId))
}

/** The cards of these people in this order. */
export function personCardsInOrder(
  db: Database,
  viewerId: string | null,
  ids: readonly string[],
): Promise<PersonCard[]> {
  return personCards(
    db,
    viewerId,
    sql`select id, place from unnest(${idArray(ids)}) with ordinality as listed (id, place)`,
  )
}

/** The card of somebody whose profile the viewer can't open: the name and picture that the viewer knows anyway. */
export function withoutFacts(card: PersonCard): PersonCard {
  return { ...card, college: null, designation: null, description: null, hourly_rate: null }
}

function card(row: Row, viewerId: string | null): PersonCard {
  const own = row.id === viewerId
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    profile_image: pictureUrl(row.picture_id),
    college: row.college,
    designation: row.designation,
    description: row.description,
    hourly_rate: row.hourly_rate_cents === null ? null : centsToDecimal(row.hourly_rate_cents),
    email: own ? row.email : null,
    is_you: own,
    followed: row.followed,
    follows_you: row.follows_you,
  }
}
