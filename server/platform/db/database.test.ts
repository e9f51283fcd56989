import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import type { Trx } from './database.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  await sql`create table counters (name text primary key, n int not null default 0)`.execute(stack.db)
  await sql`insert into counters values ('a'), ('b')`.execute(stack.db)
})
afterAll(() => stack?.close())

const count = (trx: Trx, name: string) => sql`update counters set n = n + 1 where name = ${name}`.execute(trx)

test('two transactions that take the same rows in opposite order both finish, each once', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const runs = { ab: 0, ba: 0 }
  await Promise.all([
    stack.db.transaction().execute(async trx => {
      runs.ab++
      await count(trx, 'a')
      first.resolve()
      await second.promise
      await count(trx, 'b')
    }),
    stack.db.transaction().execute(async trx => {
      runs.ba++
      await count(trx, 'b')
      second.resolve()
      await first.promise
      await count(trx, 'a')
    }),
  ])
  expect(runs.ab + runs.ba).toBe(3)
  const { rows } = await sql`select name, n from counters order by name`.execute(stack.db)
  expect(rows).toEqual([
    { name: 'a', n: 2 },
    { name: 'b', n: 2 },
  ])
})

test('another failure isn’t retried', async () => {
  let runs = 0
  const running = stack.db.transaction().execute(async trx => {
    runs++
    await sql`insert into counters values ('a')`.execute(trx)
  })
  await expect(running).rejects.toThrow('counters_pkey')
  expect(runs).toBe(1)
})
