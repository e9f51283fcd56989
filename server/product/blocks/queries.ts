import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { personCards, withoutFacts } from '../people/person-cards.ts'

/** More than anyone blocks by hand; keeps a script from making an endless list. */
const longestList = 1000

/**
 * The people a person blocks, the latest first, by name and picture alone, as on their blocked profiles. One query.
 */
export async function blockedPeople(db: Database, blockerId: string): Promise<PersonCard[]> {
  const cards = await personCards(
    db,
    blockerId,
    sql`select blocked_id as id, row_number() over (order by blocks.created_at desc, blocked_id) as place
      from blocks join users on users.id = blocked_id
      where blocker_id = ${blockerId} and users.deleted_at is null
      order by place limit ${sql.lit(longestList)}`,
  )
  return cards.map(withoutFacts)
}
