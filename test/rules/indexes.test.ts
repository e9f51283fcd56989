import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listConversations } from '#server/chat/conversations/queries.ts'
import type { Deps } from '#server/deps.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { forgetPerson } from '#server/product/account/forget-person.ts'
import { sweepAccountTasks } from '#server/product/account/sweep.ts'
import { settleOccurrences } from '#server/product/sessions/settle-occurrences.ts'
import { cloneDatabase, dropDatabase } from '../harness/databases.ts'
import { openPlanner, type Planner } from './planner.ts'

let databaseUrl: string
let db: Database
let planner: Planner

beforeAll(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  planner = openPlanner(databaseUrl)
})
afterAll(async () => {
  await planner?.db.destroy()
  await db?.destroy()
  await dropDatabase(databaseUrl)
})

const someone = '00000000-0000-7000-8000-000000000001'
const now = () => Temporal.Instant.from('2026-03-04T05:06:07.000008Z')

describe('no table is read from end to end', () => {
  test.each<[string, (deps: Deps) => Promise<unknown>]>([
    [
      'to forget a person',
      deps => deps.db.transaction().execute(trx => forgetPerson(trx, someone, deps.now())),
    ],
    ['to list a person’s conversations', deps => listConversations(deps.db, someone, 'inbox', undefined)],
    ['to settle ended occurrences', deps => settleOccurrences(deps)],
    ['to settle those of one person', deps => settleOccurrences(deps, someone)],
  ])('%s', async (_, work) => {
    await work({ db: planner.db, now } as Deps)
    const plans = planner.takePlans()
    expect(plans).not.toEqual([])
    expect(plans.filter(({ readsWhole }) => readsWhole.length > 0)).toEqual([])
  })
})

test('the hourly sweep finds who left by when they left', async () => {
  await sweepAccountTasks({ db: planner.db, now } as Deps, async () => {})
  const reads = planner.takePlans().flatMap(({ readsWhole }) => readsWhole)
  expect(reads.filter(read => read.endsWith(' on users'))).toEqual([])
})

test('a row that goes finds the rows that refer to it by an index', async () => {
  const { rows } = await sql`
    select conrelid::regclass || '.' || attname as from, confrelid::regclass::text as to
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace <> 'pgboss'::regnamespace
      -- A person's row stays when they leave.
      and confrelid <> 'users'::regclass
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and coalesce(pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname), true))
    order by 1`.execute(db)
  expect(rows).toEqual([])
})
