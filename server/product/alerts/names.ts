import type { Database } from '#server/platform/db/database.ts'

/** What people are called now, by their ids. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return id => names.get(id) ?? 'Somebody'
}
