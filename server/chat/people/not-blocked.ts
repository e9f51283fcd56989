import { type RawBuilder, sql } from 'kysely'

/** Whether no block stands between two people, whoever made it. */
export function notBlocked(
  personId: string | RawBuilder<unknown>,
  otherId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from chat.blocks where blocks.person_id = ${personId} and blocks.other_id = ${otherId})`
}
