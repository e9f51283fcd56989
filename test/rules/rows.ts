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

type Table = { schema: string; name: string; key: string[] }

async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relnamespace::regnamespace::text as schema, relname as name, array_agg(attname::text order by attname) as key
    from pg_index join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indisprimary and relnamespace in ('public'::regnamespace, 'chat'::regnamespace, 'assistant'::regnamespace)
    group by relnamespace, relname order by relname`.execute(db)
  return rows
}

/** Reads the current content of all tables on each call. */
export async function rowReader(db: Database): Promise<() => Promise<Rows>> {
  const tables = await readTables(db)
  const selects = tables.map(
    ({ schema, name, key }): RawBuilder<unknown> =>
      sql`select ${name} || ' ' || concat_ws(' ', ${sql.join(key.map(column => sql.ref(column)))}) as key, to_jsonb(t) as row
        from ${sql.id(schema, name)} t`,
  )
  const all = sql<{ key: string; row: Row }>`${sql.join(selects, sql` union all `)}`
  return async () => new Map((await all.execute(db)).rows.map(({ key, row }) => [key, row]))
}

/** Changed rows, before and after. */
export type Changed = { before: Rows; after: Rows }

/**
 * Makes the database log each row change in all tables from now on; returns the changes since the last call.
 * Reading all tables before and after gives the same, but takes longer the more there is.
 */
export async function keepJournal(db: Database): Promise<() => Promise<Changed>> {
  const tables = await readTables(db)
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  await sql`create schema journal`.execute(db)
  await sql`create unlogged table journal.changes (id bigserial, name text, was jsonb, now jsonb)`.execute(db)
  // As its owner: the server's role may not write here.
  await sql`
    create function journal.note() returns trigger security definer language plpgsql as
    'begin insert into journal.changes (name, was, now) values (tg_table_name, to_jsonb(old), to_jsonb(new)); return null; end'`.execute(
    db,
  )
  for (const { schema, name } of tables) {
    await sql`create trigger journal after insert or update or delete on ${sql.id(schema, name)}
      for each row execute function journal.note()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ name: string; was: Row | null; now: Row | null }>`
      with taken as (delete from journal.changes returning *) select * from taken order by id`.execute(db)
    const before: Rows = new Map()
    const after: Rows = new Map()
    const seen = new Set<string>()
    for (const { name, was, now } of rows) {
      const keyOf = (row: Row) => [name, ...keys.get(name)!.map(column => row[column])].join(' ')
      if (was) {
        const key = keyOf(was)
        if (!seen.has(key)) before.set(key, was)
        seen.add(key)
        after.delete(key)
      }
      if (now) {
        seen.add(keyOf(now))
        after.set(keyOf(now), now)
      }
    }
    return { before, after }
  }
}

/**
 * What changed between two readings: `users.name`: a row changed, `posts+`: a row came, `posts-`: one was
 * deleted.
 */
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
