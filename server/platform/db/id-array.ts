import { type RawBuilder, sql } from 'kysely'

/**
 * Ids as an array whose length PostgreSQL doesn't see when it plans. Where it sees it, a plan for just so many
 * ids looks cheaper than one for any number, so it plans a prepared statement anew at each call; for a join of
 * ten tables, that takes ten times as long as running it.
 */
export function idArray(ids: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${ids}::uuid[])`
}
