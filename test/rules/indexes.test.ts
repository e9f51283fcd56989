import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { forgetPerson } from '#server/product/account/forget-person.ts'
import { sweepAccountTasks } from '#server/product/account/sweep.ts'
import { cloneDatabase, dropDatabase } from '../harness/databases.ts'
import { openPlanner, type Planner } from './planner.ts'

let databaseUrl: string
let planner: Planner

beforeAll(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  planner = openPlanner(databaseUrl)
})
afterAll(async () => {
  await planner?.db.destroy()
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
