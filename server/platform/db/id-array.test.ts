import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { idArray } from './id-array.ts'

let stack: Stack
let id: string
beforeAll(async () => {
  stack = await startStack()
  await sql`create table things as select uuidv7() as id from generate_series(1, 10000)`.execute(stack.db)
  await sql`alter table things add primary key (id)`.execute(stack.db)
  await sql`analyze things`.execute(stack.db)
  const { rows } = await sql<{ id: string }>`select id from things limit 1`.execute(stack.db)
  id = rows[0]!.id
})
afterAll(() => stack?.close())

/** How often PostgreSQL planned a statement for just these ids, of 20 times that it ran. */
async function timesPlanned(name: string, ids: RawBuilder<unknown>): Promise<number> {
  return stack.db.transaction().execute(async trx => {
    const all = sql`select ${sql.lit(name)}, a.id from unnest(${ids}) as wanted (id) join things a using (id) join things b using (id)`
    for (let run = 0; run < 20; run++) expect((await all.execute(trx)).rows).toHaveLength(1)
    const { rows } = await sql<{ custom_plans: number }>`
      select custom_plans from pg_prepared_statements where statement like ${`select '${name}'%`}`.execute(
      trx,
    )
    return Number(rows[0]!.custom_plans)
  })
}

test('a statement with ids is planned at its first runs alone', async () => {
  expect(await timesPlanned('hidden', idArray([id]))).toBe(5)
  // What it is for.
  expect(await timesPlanned('shown', sql`${[id]}::uuid[]`)).toBe(20)
})
