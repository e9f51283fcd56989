import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Something that a running version finds in the database by its name: on its own, or as a part of another one. */
type Finding = { name: string; part_of: string | null; kind: string }

/** What the database asks of those who write to a table: it is about the columns, or about the whole row. */
type Rule = { name: string; table: string; columns: string[]; rule: string }

/** What a running version relies on. */
export type Schema = { findings: Finding[]; rules: Rule[] }

export async function readSchema(db: Database): Promise<Schema> {
  return { findings: (await findings.execute(db)).rows, rules: (await rules.execute(db)).rows }
}

export type Break = { name: string; fault: string }

/** What the version that runs on the one schema would lose, or may no longer write, on the other. */
export function breaks(before: Schema, after: Schema): Break[] {
  const there = new Map(after.findings.map(finding => [finding.name, finding]))
  const lost = before.findings.flatMap(({ name, part_of, kind }) => {
    const now = there.get(name)
    // If a whole table is gone, its columns aren't listed too.
    if (now?.kind === kind || (part_of !== null && !there.has(part_of))) return []
    return [{ name, fault: now ? `was ${kind} and is ${now.kind}` : 'is gone' }]
  })
  const known = new Set(before.findings.map(({ name }) => name))
  const kept = new Set(before.rules.map(({ table, rule }) => `${table}: ${rule}`))
  // A column that the version doesn't know has its default, so a rule about that alone asks nothing of it.
  const asked = after.rules.filter(
    ({ table, columns, rule }) =>
      known.has(table) &&
      !kept.has(`${table}: ${rule}`) &&
      (columns.length === 0 || columns.some(column => known.has(column))),
  )
  return [...lost, ...asked.map(({ name, rule }) => ({ name, fault: `asks ${rule}` }))]
}

// Those of PostgreSQL itself, and of what a migration made for its own time: that goes some moments after its connection.
const outside = (schema: string) => sql.raw(`${schema}::regnamespace::text ~ '^(pg_|information_schema$)'`)

/**
 * Tables and views with their columns, what `on conflict` can name, and functions with what they return. Nobody calls a
 * trigger's function by its name.
 */
const findings = sql<Finding>`
  with relations as (
    select oid, oid::regclass::text as name from pg_class where relkind in ('r', 'p', 'v', 'm') and not ${outside('relnamespace')}
  ),
  functions as (
    select *, oid::regprocedure::text as name from pg_proc
    where prorettype <> 'trigger'::regtype and not ${outside('pronamespace')}
  )
  select name, null as part_of, 'there' as kind from relations
  union all
  select name || '.' || attname, name, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
  from pg_attribute join relations on oid = attrelid where attnum > 0 and not attisdropped
  union all
  select name || ' unique ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING \\w+ ', ''), name, 'there'
  from pg_index join relations on oid = indrelid where indisunique
  union all
  select name, null, case when 't' = any (proargmodes) then 'rows' else pg_get_function_result(oid) end from functions
  union all
  select name || '.' || returned, name, format_type(of_type, null)
  from functions, unnest(proargnames, proargmodes, proallargtypes) as arguments (returned, mode, of_type) where mode = 't'`

/** Columns that need a value, constraints, and unique indexes. */
const rules = sql<Rule>`
  with tables as (
    select oid, oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not ${outside('relnamespace')}
  )
  select name || '.' || attname as name, name as table, '{}'::text[] as columns, 'a value for ' || attname as rule
  from pg_attribute join tables on oid = attrelid
  where attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = '' and attgenerated = ''
  union all
  select conname, name, array(select name || '.' || attname from pg_attribute where attrelid = conrelid and attnum = any (conkey)),
    replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', '')
  from pg_constraint join tables on tables.oid = conrelid where contype in ('c', 'f', 'x')
  union all
  select indexrelid::regclass::text, name,
    array(select name || '.' || attname from pg_attribute where attrelid = indrelid and attnum = any (indkey::int2[])),
    'UNIQUE ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING \\w+ ', '')
  from pg_index join tables on oid = indrelid where indisunique`
