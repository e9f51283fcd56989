import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate, migratorOf } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { databaseTypes } from '../../scripts/database-types.ts'
import { dropDatabase, emptyDatabase } from '../harness/databases.ts'
import { breaks, readSchema, type Schema } from './schema.ts'

const root = join(import.meta.dirname, '../..')

/** What stood before the first release, which the changelog doesn't have. */
const beginning = { version: '0.1.0', migration: '0051_compounds_in_questions' }

/** The changelog names each release, and the last of its migrations. */
const changelog = existsSync(join(root, 'CHANGELOG.md'))
  ? readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  : ''
const releases = [
  beginning.version,
  ...[...changelog.matchAll(/^## ([\d.]+),/gm)].map(([, version]) => version!),
]
const named = [...changelog.matchAll(/`(\d{4}_\w+)`/g)].map(([, name]) => name!)
const lastReleased = [beginning.migration, ...named].sort().at(-1)!
const added = globSync('server/migrations/*.sql', { cwd: root })
  .sort()
  .filter(file => basename(file, '.sql') > lastReleased)
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

let databaseUrl: string
let db: Database
let released: Schema
beforeAll(async () => {
  databaseUrl = await emptyDatabase(inject('postgresUrl'))
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  await migratorOf(db).migrateTo(lastReleased)
  released = await readSchema(db)
  await migrate(databaseUrl)
})
afterAll(async () => {
  await db?.destroy()
  await dropDatabase(databaseUrl)
})

test('the last release finds on the new tables what it needs, and may write what it writes', async () => {
  const broken = breaks(released, await readSchema(db))
  expect(broken.filter(({ name }) => !added.some(({ text }) => allows(text, name)))).toEqual([])
})

test('the types of the database match what `npm run types:database` writes', async () => {
  expect(readFileSync(join(root, 'server/platform/db/types.gen.ts'), 'utf8')).toBe(await databaseTypes(db))
})

test('no new migration lets people wait for long', () => {
  expect(added.map(({ file, text }) => squawk(text, file)).join('')).toBe('')
})

describe('a migration', () => {
  const shelf = `
    create table shelves (id int primary key, label text not null default '' unique, note text, room int);
    create view labels as select label from shelves;
    create function shelf(of int) returns table (label text) language sql as 'select label from shelves where id = of'`
  const faultsOf = async (statement: string): Promise<string[]> => {
    const trx = await db.startTransaction().execute()
    try {
      await sql.raw(shelf).execute(trx)
      const before = await readSchema(trx)
      await sql.raw(statement).execute(trx)
      return breaks(before, await readSchema(trx)).map(({ name, fault }) => `${name} ${fault}`)
    } finally {
      await trx.rollback().execute()
    }
  }

  test.each([
    ['drop table shelves cascade', 'shelves is gone', 'labels is gone'],
    ['alter table shelves drop note', 'shelves.note is gone'],
    ['alter table shelves rename note to notes', 'shelves.note is gone'],
    ['alter table shelves rename to racks', 'shelves is gone'],
    ['alter table shelves alter note type varchar(9)', 'shelves.note was text and is character varying(9)'],
    ['alter table shelves alter label drop not null', 'shelves.label was text not null and is text'],
    [
      'alter table shelves alter note set not null',
      'shelves.note was text and is text not null',
      'shelves.note asks a value for note',
    ],
    ['alter table shelves alter label drop default', 'shelves.label asks a value for label'],
    ['alter table shelves add height int not null', 'shelves.height asks a value for height'],
    ['alter table shelves add check (room > 0) not valid', 'shelves_room_check asks CHECK ((room > 0))'],
    ['create unique index on shelves (note)', 'shelves_note_idx asks UNIQUE (note)'],
    ['create unique index on shelves (lower(note))', 'shelves_lower_idx asks UNIQUE (lower(note))'],
    ['alter table shelves drop constraint shelves_label_key', 'shelves unique (label) is gone'],
    ['drop function shelf(int)', 'shelf(integer) is gone'],
    ['alter view labels rename label to name', 'labels.label is gone'],
    [replaceShelf('(name text)', 'label'), 'shelf(integer).label is gone'],
  ])('%s: breaks the version before', async (statement, ...faults) => {
    expect((await faultsOf(statement)).sort()).toEqual(faults.sort())
  })

  test.each([
    'alter table shelves add height int, add depth int not null default 3 check (depth > 0), add unique (depth)',
    'create table racks (id int primary key, shelf int not null references shelves)',
    'create index on shelves (note)',
    'create or replace view labels as select label, note from shelves',
    replaceShelf('(label text, note text)', 'label, note'),
  ])('%s: the version before goes on', async statement => {
    expect(await faultsOf(statement)).toEqual([])
  })

  test('may take away what an earlier release has stopped using, if it names both', () => {
    const since = (release: string) =>
      `-- Since v${release}, nothing uses\n-- posts.words: search reads terms.\nalter …`
    expect(allows(since(releases[0]!), 'posts.words')).toBe(true)
    expect(allows(since(releases[0]!), 'posts.word')).toBe(false)
    expect(allows(since(releases[0]!), 'posts')).toBe(false)
    expect(allows(since('999.0.0'), 'posts.words')).toBe(false)
    expect(allows(`-- Since v${releases[0]}, all is well.\n${since('999.0.0')}`, 'posts.words')).toBe(false)
    expect(allows('-- Nothing uses posts.words.\nalter …', 'posts.words')).toBe(false)
  })

  test('that keeps people waiting is refused', () => {
    expect(squawk('alter table posts add check (views > 0);')).toContain('constraint-missing-not-valid')
    expect(squawk('alter table posts add number bigint generated always as identity;')).toContain(
      'adding-field',
    )
    expect(squawk('alter table posts add check (views > 0) not valid;')).toBe('')
    expect(squawk('alter table posts validate constraint posts_views_check;')).toBe('')
  })
})

/** Whether the comments of a migration name what it breaks, and a release since which nothing uses it. */
function allows(text: string, name: string): boolean {
  const whole = new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?![\\w(]|\\.\\w)`)
  return [...text.matchAll(/^-- Since v([\d.]+), (.*(?:\n-- (?!Since v).*)*)/gm)].some(
    ([, release, reason]) => releases.includes(release!) && whole.test(reason!.replaceAll('\n-- ', ' ')),
  )
}

function squawk(text: string, file = 'a migration'): string {
  const args = [
    join(root, 'node_modules/squawk-cli/js/bin/squawk'),
    '--reporter=gcc',
    `--stdin-filepath=${file}`,
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  return stdout + stderr
}

function replaceShelf(columns: string, query: string): string {
  return `drop function shelf(int); create function shelf(of int) returns table ${columns} language sql as 'select ${query} from shelves'`
}
