import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { range } from '../../../test/factories/made-up.ts'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { overBoth, startRedis, type TestRedis } from '../../../test/harness/redis.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { createRedis, type Redis } from '../redis/redis.ts'
import { countCall, countKey } from './call-limits.ts'

const { log } = Fastify({ logger: { level: 'silent' } })
const call = 'POST /often'
const refused = { code: 'rate_limited' }

overBoth(way => {
  let db: Database
  let program: TestRedis | undefined
  /** Those of two servers. */
  let here: Redis | undefined
  let there: Redis | undefined

  beforeAll(async () => {
    const databaseUrl = await cloneDatabase(inject('postgresUrl'))
    db = openDatabase(openPool({ databaseUrl, databasePoolSize: 8 }))
    if (way === 'PostgreSQL') return
    program = await startRedis()
    here = createRedis(program.url, log)
    there = createRedis(program.url, log)
    await Promise.all([here.start(), there.start()])
  })
  afterAll(async () => {
    await Promise.all([here?.close(), there?.close(), db.destroy()])
    await program?.close()
  })

  const count = (caller: string, redis = here) => countCall({ db, redis }, call, caller, 3)

  /** As if the minute of a caller had so many seconds left. */
  async function leave(caller: string, seconds: number): Promise<void> {
    await here?.ask(client => client.pExpire(countKey(call, caller), seconds * 1000))
    await sql`
      update platform.call_counts set began_at = clock_timestamp() - interval '1 minute' + ${seconds} * interval '1 second'
      where caller = ${caller}`.execute(db)
  }

  test('a caller makes as many calls in a minute as the limit says, on all servers together', async () => {
    for (const redis of [here, there, here]) await count('ana', redis)
    await expect(count('ana', there)).rejects.toMatchObject(refused)
    await count('ben')
    await countCall({ db, redis: here }, 'POST /seldom', 'ana', 3)
    const { rows } = await sql`select from platform.call_counts where caller in ('ana', 'ben')`.execute(db)
    expect(rows).toHaveLength(way === 'Redis' ? 0 : 3)
  })

  test('exactly as many simultaneous calls as the limit are let through', async () => {
    const counted = await Promise.allSettled(range(0, 30).map(n => count('cleo', n % 2 ? here : there)))
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('the refusal says when the minute is over', async () => {
    for (const _ of range(0, 3)) await count('dora')
    await leave('dora', 20)
    const refusal = await count('dora').catch(problem => problem)
    expect(refusal).toMatchObject(refused)
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(20)
    // A busy machine may take a few of them.
    expect(refusal.retryAfterSeconds).toBeGreaterThan(10)
  })

  test.each([
    ['is over', 0],
    ['begins in the future because the clock was set back', 3_600],
  ])('a minute that %s counts no more', async (_, seconds) => {
    const caller = `eve ${seconds}`
    for (const _ of range(0, 3)) await count(caller)
    await leave(caller, seconds)
    for (const _ of range(0, 3)) await count(caller)
    await expect(count(caller)).rejects.toMatchObject(refused)
  })

  if (way === 'Redis') {
    test.each([
      ['is away', 'finn', () => program!.kill()],
      ['hangs', 'gus', async () => program!.freeze()],
    ])('while Redis %s, the database counts', async (_, caller, stop) => {
      await stop()
      for (const _ of range(0, 3)) await count(caller)
      await expect(count(caller)).rejects.toMatchObject(refused)
      await program!.kill()
      await program!.startAgain()
      await eventually('both reach it', async () => here!.isUp() && there!.isUp())
    })
  }
})
