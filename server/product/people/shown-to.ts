import { type RawBuilder, sql } from 'kysely'

/** Whether no block hides a person, by their id, from a viewer (null for a visitor): whoever of the two made it, both are hidden. */
export function shownTo(viewerId: string | null, personId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${personId} <> all ((select hidden_people(${viewerId}::uuid))::uuid[])`
}
