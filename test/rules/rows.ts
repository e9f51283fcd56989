import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

export type Row = Record<string, unknown>
/** Every row of all services’ tables, by table and primary key. */
export type Rows = Map<string, Row>

export type Column = { name: string; type: string }

/** The columns of all tables, by name. */
export async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, min(udt_name) as type from information_schema.columns
    where table_schema in ('public', 'chat', 'assistant') group by column_name order by column_name`.execute(
    db,
  )
  return rows
}

/** Reads what all tables hold at the moment, as often as it is called. */
export async function rowReader(db: Database): Promise<() => Promise<Rows>> {
  const { rows: tables } = await sql<{ schema: string; name: string; key: string[] }>`
    select relnamespace::regnamespace::text as schema, relname as name, array_agg(attname::text order by attname) as key
    from pg_index join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indisprimary and relnamespace in ('public'::regnamespace, 'chat'::regnamespace, 'assistant'::regnamespace)
    group by relnamespace, relname order by relname`.execute(db)
  const selects = tables.map(
    ({ schema, name, key }): RawBuilder<unknown> =>
      sql`select ${name} || ' ' || concat_ws(' ', ${sql.join(key.map(column => sql.ref(column)))}) as key, to_jsonb(t) as row
        from ${sql.id(schema, name)} t`,
  )
  const all = sql<{ key: string; row: Row }>`${sql.join(selects, sql` union all `)}`
  return async () => new Map((await all.execute(db)).rows.map(({ key, row }) => [key, row]))
}

/** What changed between two readings: `users.name` of a row changed, `posts+` a row came, `posts-` one went. */
export function changesOf(before: Rows, after: Rows): string[] {
  const changes = new Set<string>()
  for (const [key, row] of after) {
    const [table] = key.split(' ', 1)
    const was = before.get(key)
    if (!was) changes.add(`${table}+`)
    else {
      for (const column of Object.keys(row)) {
        if (JSON.stringify(row[column]) !== JSON.stringify(was[column])) changes.add(`${table}.${column}`)
      }
    }
  }
  for (const key of before.keys()) if (!after.has(key)) changes.add(`${key.split(' ', 1)[0]}-`)
  return [...changes].sort()
}
