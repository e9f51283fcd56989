import Fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { jobsUnderWay } from '../../../local/jobs.ts'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type Bus, createBus } from '../bus/bus.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { shareWithJobs } from '../db/share-with-jobs.ts'
import { createJobs, type Jobs } from './jobs.ts'

const lines: { msg: string; seconds?: number }[] = []
const { log } = Fastify({ logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } } })
let databaseUrl: string
let pool: pg.Pool
let db: Database
let bus: Bus
let jobs: Jobs

beforeEach(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  pool = openPool({ databaseUrl, databasePoolSize: 4 })
  db = openDatabase(shareWithJobs(pool))
  bus = createBus({ databaseUrl }, log)
  await bus.start()
  jobs = createJobs(pool, bus, { databaseOwnerUrl: databaseUrl }, log)
})

afterEach(async () => {
  await jobs.stop()
  await bus.close()
  await db.destroy()
})

test('a backlog is processed without a pause after each job', async () => {
  const done: number[] = []
  jobs.define<{ n: number }>('count', {
    async run({ n }) {
      done.push(n)
    },
  })
  await jobs.start()
  await db.transaction().execute(async trx => {
    for (let n = 0; n < 60; n++) await jobs.enqueue(trx, 'count', String(n), { n })
  })
  // With a pause of a second each, it would take a minute.
  await eventually('sixty jobs are done', async () => done.length === 60, 45_000)
})

test('a job whose worker died continues on another server', async () => {
  const done: string[] = []
  jobs.define<object>('work', {
    async run() {
      done.push('here')
    },
  })
  await jobs.start()
  const { rows } = await sql<{ heartbeat_seconds: number; state: string }>`
    insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
    select name, 'active', now() - interval '20 seconds', now() - interval '20 seconds', heartbeat_seconds, retry_limit
    from pgboss.queue where name = 'work' returning heartbeat_seconds, state`.execute(db)
  expect(rows).toEqual([{ heartbeat_seconds: 15, state: 'active' }])
  await eventually('it is taken up', async () => done.length === 1, 45_000)
})

test('queues from an earlier start get the current worker timeout', async () => {
  jobs.define<object>('work', { run: async () => {} })
  await jobs.start()
  await sql`update pgboss.queue set heartbeat_seconds = null where name = 'work'`.execute(db)
  await jobs.stop()
  jobs = createJobs(pool, bus, { databaseOwnerUrl: databaseUrl }, log)
  jobs.define<object>('work', { run: async () => {} })
  await jobs.start()
  const { rows } = await sql`select heartbeat_seconds from pgboss.queue where name = 'work'`.execute(db)
  expect(rows).toEqual([{ heartbeat_seconds: 15 }])
})

test('a job fails for good after some minutes and stays for a week, and a patient one is still tried after hours', async () => {
  const run = async () => {
    throw new Error('The other service is away.')
  }
  jobs.define<object>('hasty', { run })
  jobs.define<object>('patient', { run, patient: true })
  await jobs.start()
  for (const name of ['hasty', 'patient']) {
    await jobs.enqueue(db, name, 'one', {}, Temporal.Now.instant().add({ hours: 1 }))
  }
  await sql`update pgboss.job set retry_count = 8, start_after = now() where name in ('hasty', 'patient')`.execute(
    db,
  )
  await eventually('the hasty one has failed', async () => (await stateOf('hasty', 'one')) === 'failed')
  const { rows: kept } = await sql`select distinct deletion_seconds / 86400 as days from pgboss.job
    where name in ('hasty', 'patient')`.execute(db)
  // docs/operations.md promises operators that long.
  expect(kept).toEqual([{ days: 7 }])
  await eventually('the patient one waits', async () => (await stateOf('patient', 'one')) === 'retry')
  await sql`update pgboss.job set retry_count = 20, start_after = now() where name = 'patient'`.execute(db)
  const hours = async () => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from start_after - now())::float / 3600 as hours from pgboss.job where name = 'patient'`.execute(
      db,
    )
    return rows[0]!.hours
  }
  await eventually('it waits for long', async () => (await hours()) > 0.9)
  expect(await hours()).toBeLessThanOrEqual(2)
})

test('an attempt that fails because the database takes no writes doesn’t count', async () => {
  jobs.define<object>('work', {
    run: () =>
      db.transaction().execute(async trx => {
        await sql`set transaction read only`.execute(trx)
        await sql`update pgboss.queue set name = name`.execute(trx)
      }),
  })
  await jobs.start()
  await jobs.enqueue(db, 'work', 'one', {}, Temporal.Now.instant().add({ hours: 1 }))
  await sql`update pgboss.job set retry_count = 8, start_after = now() where name = 'work'`.execute(db)
  await eventually('its last attempt failed', async () => jobs.failures.get('work') === 1)
  await eventually('it waits for another', async () => (await stateOf('work', 'one')) === 'retry')
})

test('a job scheduled for later waits until then', async () => {
  const done: string[] = []
  jobs.define<{ name: string }>('work', {
    async run({ name }) {
      done.push(name)
    },
  })
  await jobs.start()
  await jobs.enqueue(db, 'work', 'later', { name: 'later' }, Temporal.Now.instant().add({ hours: 1 }))
  await jobs.enqueue(db, 'work', 'now', { name: 'now' })
  await eventually('what is due is done', async () => (await jobsUnderWay(db)) === 0)
  expect(done).toEqual(['now'])
  await sql`update pgboss.job set start_after = now() where singleton_key = 'later'`.execute(db)
  await eventually('the other is done', async () => done.includes('later'), 30_000)
})

test('a job without a notification is found', async () => {
  const done: string[] = []
  jobs.define<{ name: string }>('work', {
    async run({ name }) {
      done.push(name)
    },
  })
  await jobs.start()
  await sql`insert into pgboss.job (name, data) values ('work', '{"name":"untold"}')`.execute(db)
  // By themselves, the workers look once a minute.
  await eventually('it is done', async () => done.length === 1, 30_000)
  expect(done).toEqual(['untold'])
})

test('concurrent work runs side by side, each job ending by itself, and other work one at a time', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: string[] = []
  jobs.define<{ name: string }>('together', {
    sideBySide: true,
    async run({ name }) {
      begun.push(name)
      // It ends only while the other one still runs; that one waits for this assertion.
      if (name === 'first') await first.promise
      else {
        first.resolve()
        await second.promise
      }
    },
  })
  let running = 0
  let most = 0
  jobs.define<object>('alone', {
    async run() {
      most = Math.max(most, ++running)
      await jobsUnderWay(db)
      running--
    },
  })
  await jobs.start()
  const enqueue = (queue: string, name: string) => jobs.enqueue(db, queue, name, { name })
  await db.transaction().execute(async trx => {
    for (const name of ['first', 'second']) await jobs.enqueue(trx, 'together', name, { name })
    for (let n = 0; n < 10; n++) await jobs.enqueue(trx, 'alone', String(n), {})
  })
  await eventually('the first has ended', async () => (await stateOf('together', 'first')) === 'completed')
  expect(await stateOf('together', 'second')).toBe('active')
  // Its key is free again; the key of the running one isn't.
  await enqueue('together', 'second')
  await enqueue('together', 'first')
  second.resolve()
  await eventually('it has run once more', async () => begun.length === 3)
  expect(begun.toSorted()).toEqual(['first', 'first', 'second'])
  await eventually('the others are done', async () => (await jobsUnderWay(db)) === 0)
  expect(most).toBe(1)
})

test('only the failed one of several concurrent jobs is retried', async () => {
  const attempts: string[] = []
  jobs.define<{ name: string }>('together', {
    sideBySide: true,
    async run({ name }) {
      attempts.push(name)
      if (name === 'broken' && attempts.filter(one => one === name).length === 1) throw new Error('once')
    },
  })
  await jobs.start()
  await db.transaction().execute(async trx => {
    for (const name of ['broken', 'whole']) await jobs.enqueue(trx, 'together', name, { name })
  })
  await eventually('both are done', async () => (await jobsUnderWay(db)) === 0)
  expect(attempts.toSorted()).toEqual(['broken', 'broken', 'whole'])
  expect([...jobs.failures]).toEqual([['together', 1]])
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'an attempt at a job failed',
      work: 'together',
      err: expect.objectContaining({ message: 'once' }),
    }),
  )
})

test('two kinds of concurrent work that wait in transactions leave connections to requests', async () => {
  const goOn = Promise.withResolvers<void>()
  let begun = 0
  let done = 0
  const definition = {
    sideBySide: true,
    async run() {
      begun++
      await db.transaction().execute(async trx => {
        await sql`select 1`.execute(trx)
        await goOn.promise
      })
      done++
    },
  }
  for (const name of ['mail', 'push']) jobs.define<object>(name, definition)
  await jobs.start()
  await db.transaction().execute(async trx => {
    for (const name of ['mail', 'push'])
      for (const key of ['one', 'other']) await jobs.enqueue(trx, name, key, {})
  })
  await eventually('as many have begun as the pool has connections', async () => begun === 4)
  expect((await sql`select 1 as answer`.execute(db)).rows).toEqual([{ answer: 1 }])
  goOn.resolve()
  await eventually('each had its turn', async () => done === 4)
})

describe('recurring work', () => {
  /** A server that runs recurring work of this name on a cron schedule, and counts the runs. */
  function repeating(name: string, every: string) {
    const runs = { count: 0 }
    jobs.define(name, {
      every,
      run: async () => {
        runs.count++
      },
    })
    return runs
  }
  const restart = async () => {
    await jobs.stop()
    jobs = createJobs(pool, bus, { databaseOwnerUrl: databaseUrl }, log)
  }
  const nothingWaits = () => eventually('nothing waits', async () => (await jobsUnderWay(db)) === 0)

  test('is done once at the start of a server that was off when it was due', async () => {
    const first = repeating('yearly', '17 3 1 1 *')
    await jobs.start()
    await marked('yearly')
    await nothingWaits()
    expect(first.count).toBe(0)
    await restart()
    await sql`update platform.schedules set due_at = due_at - interval '3 years'`.execute(db)
    const [here, there] = [repeating('yearly', '17 3 1 1 *'), { count: 0 }]
    const other = createJobs(pool, bus, { databaseOwnerUrl: databaseUrl }, log)
    other.define('yearly', { every: '17 3 1 1 *', run: async () => void there.count++ })
    await Promise.all([jobs.start(), other.start()])
    await eventually('it is done', async () => here.count + there.count > 0)
    await restart()
    const after = repeating('yearly', '17 3 1 1 *')
    await jobs.start()
    await marked('yearly')
    await nothingWaits()
    expect(here.count + there.count + after.count).toBe(1)
    await other.stop()
  })

  test('continues after the clock is set back, along with retries, and the log says so', async () => {
    const setClock = await ownClock()
    await setClock('5 minutes')
    const minutely = repeating('minutely', '* * * * *')
    let attempts = 0
    jobs.define('work', {
      run: async () => {
        if (++attempts === 1) throw new Error('once')
      },
    })
    await jobs.start()
    await marked('minutely')
    await sql`update pgboss.queue set retry_delay = 30 where name = 'work'`.execute(db)
    await jobs.enqueue(db, 'work', 'one', {})
    await eventually('it has failed', async () => attempts === 1)
    await eventually('it waits', async () => (await stateOf('work', 'one')) === 'retry')
    const before = minutely.count
    lines.length = 0
    await setClock('0')
    await eventually('the minute’s work is done', async () => minutely.count > before)
    await eventually('the other is tried again', async () => attempts === 2)
    expect(
      lines.filter(({ msg }) => msg === 'the database’s clock was moved backward or forward'),
    ).toMatchObject([{ seconds: -300 }])
    const { rows } = await sql<{ ahead: number }>`
      select count(*)::int as ahead from pgboss.queue
      where greatest(monitor_claim_on, monitor_on, maintain_on) > pg_catalog.now()`.execute(db)
    expect(rows).toEqual([{ ahead: 0 }])
  })

  test('misses no day that the clock jumps over', async () => {
    const setClock = await ownClock()
    const daily = repeating('daily', '17 3 * * *')
    await jobs.start()
    await marked('daily')
    await setClock('1 day')
    await eventually('the day’s work is done', async () => daily.count === 1)
    expect(lines.some(({ msg }) => msg === 'the database’s clock was moved backward or forward')).toBe(true)
  })

  test('says when the clocks of the database and of this machine begin to differ', async () => {
    const setClock = await ownClock()
    repeating('minutely', '* * * * *')
    lines.length = 0
    const said = () => lines.filter(({ msg }) => msg === 'the database’s clock and this machine’s differ')
    const begun: [later: string, warnings: object[]][] = [
      ['70 seconds', [{ seconds: expect.closeTo(70, -1) }]],
      ['140 seconds', []],
      ['0', []],
      ['-70 seconds', [{ seconds: expect.closeTo(-70, -1) }]],
    ]
    await jobs.start()
    await marked('minutely')
    expect(said()).toEqual([])
    for (const [later, warnings] of begun) {
      lines.length = 0
      await setClock(later)
      await eventually('it has looked', async () =>
        lines.some(({ msg }) => msg === 'the database’s clock was moved backward or forward'),
      )
      expect(said()).toMatchObject(warnings)
    }
  })

  const marked = (name: string) =>
    eventually('its moment is marked', async () => {
      const { rows } = await sql`select from platform.schedules where name = ${name}`.execute(db)
      return rows.length === 1
    })

  /** Shifts now() for every new connection to this database. */
  async function ownClock(): Promise<(later: string) => Promise<void>> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`
      create schema own_clock;
      create table own_clock.set (later interval not null);
      insert into own_clock.set values ('0');
      create function own_clock.now() returns timestamptz stable language sql
        as 'select pg_catalog.now() + later from own_clock.set';
      alter database ${new URL(databaseUrl).pathname.slice(1)} set search_path = own_clock, pg_catalog, public`)
    await client.end()
    return async later => {
      await sql`update own_clock.set set later = ${later}::interval`.execute(db)
    }
  }
})

async function stateOf(queue: string, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = ${queue} and singleton_key = ${key}
    order by created_on desc limit 1`.execute(db)
  return rows[0]?.state
}
