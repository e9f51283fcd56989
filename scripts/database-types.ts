/**
 * `npm run types:database`: writes server/platform/db/types.gen.ts, the TypeScript types of the database, from a scratch PostgreSQL
 * with all migrations.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  ArrayExpressionNode,
  type DatabaseMetadata,
  GenericExpressionNode,
  generate,
  getDialect,
  IdentifierNode,
} from 'kysely-codegen'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { startPostgres } from '../local/postgres/postgres.ts'

const file = join(import.meta.dirname, '../server/platform/db/types.gen.ts')

/** The types of a database's tables and views. */
export function databaseTypes(db: Database): Promise<string> {
  return generate({
    db,
    dialect: getDialect('postgres', { dateParser: 'string' }),
    excludePattern: 'kysely_*',
    // The types that the driver returns (pool.ts, instants.ts).
    typeMapping: { int8: 'number', timestamptz: 'Temporal.Instant' },
    overrides: { columns: ownTypes },
    customImports: {
      PdfChange: '#shared/domain/pdf-changes.ts#PdfChange',
      RefundPolicy: '#shared/domain/refund-policy.ts#RefundPolicy',
      Weekday: '#shared/domain/schedule.ts#Weekday',
    },
    outFile: null,
    postprocess: ({ metadata }) => withClosedLists(db, metadata),
  })
}

const named = (name: string) => new IdentifierNode(name)
const typeOf = (name: string, ...of: (IdentifierNode | ArrayExpressionNode)[]) =>
  new GenericExpressionNode(name, of)

/** Columns of which we know more than PostgreSQL says: what is in their JSON or their words. JSON is written as text. */
const ownTypes = {
  'bookings.refund_policy': typeOf('ColumnType', named('RefundPolicy'), named('string'), named('never')),
  'files.changes': typeOf('Generated', new ArrayExpressionNode(named('PdfChange'))),
  'sessions.repeat_days': typeOf('Generated', new ArrayExpressionNode(named('Weekday'))),
}

/** The generator knows enums only, and our closed lists of words are checks such as `check (state in ('open', 'paid'))`. */
async function withClosedLists(db: Database, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows } = await sql<{ schema: string; table: string; column: string; rule: string }>`
    select connamespace::regnamespace::text as schema, relname as table, attname as column, pg_get_constraintdef(pg_constraint.oid) as rule
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and array[attnum] = conkey
    where contype = 'c'
  `.execute(db)
  for (const { schema, table, column, rule } of rows) {
    const list = closedList.exec(rule)?.[1]
    const found = metadata.tables.find(one => one.schema === schema && one.name === table)
    const typed = found?.columns.find(one => one.name === column)
    if (list && typed) typed.enumValues = list.split(', ').map(word => word.slice(1, -"'::text".length))
  }
  return metadata
}

/** As PostgreSQL writes `check (column in ('a word', 'another'))`, which says nothing about other columns. */
const closedList = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^',]+'::text(?:, )?)+)\]\)\)\)(?: NOT VALID)?$/

if (import.meta.main) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-types-'))
  const postgres = await startPostgres({ dataDir, fsync: false })
  try {
    await migrate(postgres.url)
    const db = openDatabase(openPool({ databaseUrl: postgres.url, databasePoolSize: 2 }))
    await writeFile(file, await databaseTypes(db)).finally(() => db.destroy())
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
