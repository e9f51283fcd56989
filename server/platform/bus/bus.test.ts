import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freePort } from '../../../local/ports.ts'
import { startBalancer } from '../../../test/harness/balancer.ts'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { overBoth, startRedis, type TestRedis } from '../../../test/harness/redis.ts'
import { endsWithin } from '../closing.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { createRedis, type Redis } from '../redis/redis.ts'
import { type Bus, createBus, type Notice } from './bus.ts'

const { log } = Fastify({ logger: { level: 'silent' } })

type Server = { bus: Bus; redis: Redis | undefined; close(): Promise<unknown> }

let databaseUrl: string
let db: Database

beforeAll(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 4 }))
})
afterAll(() => db.destroy())

async function startServer(
  redisUrl: string | undefined,
  hear: (notice: Notice) => void,
  at = databaseUrl,
): Promise<Server> {
  const redis = redisUrl ? createRedis(redisUrl, log) : undefined
  const bus = createBus({ databaseUrl: at }, log, redis)
  bus.subscribe(hear)
  await bus.start()
  await redis?.start()
  return { bus, redis, close: () => Promise.all([bus.close(), redis?.close()]) }
}

test('a server whose connection to PostgreSQL is dead, but was never closed, notices it and hears again', async () => {
  const network = await startBalancer(await freePort(), [databaseUrl])
  const through = new URL(databaseUrl)
  through.port = new URL(network.url).port
  const heard: Notice[] = []
  const server = await startServer(undefined, notice => heard.push(notice), through.href)
  network.forget()
  await sql`select pg_notify('live', '{"end":"login:1"}')`.execute(db)
  await eventually('it knows that it missed something', async () => heard.length > 0)
  await sql`select pg_notify('live', '{"end":"login:2"}')`.execute(db)
  await eventually('it hears the next', async () => heard.length > 1)
  expect(heard).toEqual([{ missed: true }, { end: 'login:2' }])
  await server.close()
  await network.close()
})

test.each(['x', 'null', '1', '{"passing":null}', '1/1:eA==', '2/3:eA=='])(
  'a server that hears what is no notice of ours goes on: %s',
  async said => {
    const heard: Notice[] = []
    const server = await startServer(undefined, notice => {
      // As the real ones do.
      if ('passing' in notice) heard.push({ end: notice.passing.nsp })
      else heard.push(notice)
    })
    await sql`select pg_notify('live', ${said})`.execute(db)
    await sql`select pg_notify('live', '{"end":"login:1"}')`.execute(db)
    await eventually('it hears the next', async () => heard.length > 0)
    expect(heard).toEqual([{ end: 'login:1' }])
    await server.close()
  },
)

overBoth(way => {
  let redis: TestRedis | undefined
  /** Two servers, and what each has heard. */
  let servers: Server[]
  let here: Bus
  let own: Notice[]
  let heard: Notice[]

  beforeAll(async () => {
    redis = way === 'Redis' ? await startRedis() : undefined
    servers = [
      await startServer(redis?.url, notice => own.push(notice)),
      await startServer(redis?.url, notice => heard.push(notice)),
    ]
    here = servers[0]!.bus
  })
  beforeEach(() => {
    own = []
    heard = []
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await redis?.close()
  })

  const has = (work: string) => heard.some(notice => 'work' in notice && notice.work === work)
  const missed = (notices: Notice[]) => notices.some(notice => 'missed' in notice)
  const told = () => heard.filter(notice => !('missed' in notice))
  const reach = (isUp: boolean) =>
    eventually(isUp ? 'both reach Redis' : 'neither reaches Redis', async () =>
      servers.every(server => server.redis!.isUp() === isUp),
    )

  /** A frozen one, too, with all that it hasn't read yet. */
  async function restartRedis(): Promise<void> {
    await redis!.kill()
    await reach(false)
    await redis!.startAgain()
    await reach(true)
  }

  test('what a transaction tells is heard by other servers after its commit, and never after a rollback', async () => {
    await db.transaction().execute(async trx => {
      here.tell(trx, { work: 'committed' })
      here.broadcast({ work: 'passed meanwhile' })
      await eventually('what needs no commit is heard', async () => has('passed meanwhile'))
      expect(has('committed')).toBe(false)
    })
    const failing = db.transaction().execute(async trx => {
      here.tell(trx, { work: 'rolled back' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    here.broadcast({ work: 'passed last' })
    await eventually('all is heard', async () => has('passed last'))
    expect(has('committed')).toBe(true)
    expect(has('rolled back')).toBe(false)
  })

  test('a transaction that tells what can’t be sent fails, and isn’t committed', async () => {
    await sql`create table if not exists written (way text)`.execute(db)
    const failing = db.transaction().execute(async trx => {
      await sql`insert into written values (${way})`.execute(trx)
      here.tell(trx, { namespace: '/product', room: 'person:1', event: 'huge', data: { count: 1n } })
    })
    await expect(failing).rejects.toThrow('BigInt')
    expect((await sql`select from written`.execute(db)).rows).toEqual([])
  })

  test('a transaction that runs again tells once', async () => {
    let runs = 0
    await db.transaction().execute(async trx => {
      here.tell(trx, { work: 'again' })
      runs++
      // As a deadlock does.
      if (runs === 1) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(trx)
    })
    here.broadcast({ work: 'the end' })
    await eventually('all is heard', async () => has('the end'))
    expect(runs).toBe(2)
    expect(heard.filter(notice => 'work' in notice && notice.work === 'again')).toHaveLength(1)
  })

  test('equal notices of one moment are heard as often as they were told, and a long one whole', async () => {
    for (let time = 0; time < 3; time++) here.broadcast({ work: 'equal' })
    const data = { text: '“'.repeat(9_000) }
    here.broadcast({ namespace: '/product', room: 'person:1', event: 'long', data })
    await eventually('all is heard', async () => told().length === 4)
    expect(told().slice(0, 3)).toMatchObject([{ work: 'equal' }, { work: 'equal' }, { work: 'equal' }])
    expect(told()[3]).toMatchObject({ event: 'long', data })
  })

  test('what a trigger says is heard, too', async () => {
    await sql`select pg_notify('live', '{"end":"login:1"}')`.execute(db)
    await eventually('it is heard', async () => told().length === 1)
    expect(told()).toEqual([{ end: 'login:1' }])
  })

  async function listening(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity
      where application_name = 'ignite listener' and datname = current_database()`.execute(db)
    return rows.length
  }

  test('where a server couldn’t tell what was committed, the others hear that they missed something', async () => {
    if (redis) {
      redis.freeze()
      here.tell(db, { work: 'lost' })
      await restartRedis()
    } else {
      await eventually(
        'no other server’s connection is left',
        async () => (await listening()) === servers.length,
      )
      await sql`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity
          where application_name = 'ignite listener' and datname = current_database() order by backend_start limit 1
        ) first`.execute(db)
      here.tell(db, { work: 'lost' })
    }
    // The first couldn't hear either, meanwhile.
    await eventually('both know', async () => missed(heard) && missed(own))
    expect(has('lost')).toBe(false)
    here.tell(db, { work: 'after it' })
    await eventually('it is heard again', async () => has('after it'))
  })

  if (way === 'Redis') {
    test('a server without Redis hears what triggers say, and nothing of the others', async () => {
      const alone: Notice[] = []
      const without = await startServer(undefined, notice => alone.push(notice))
      here.broadcast({ work: 'over Redis' })
      await eventually('the other hears it', async () => has('over Redis'))
      await sql`select pg_notify('live', '{"end":"login:2"}')`.execute(db)
      await eventually('it hears the trigger', async () => alone.length > 0)
      expect(alone).toEqual([{ end: 'login:2' }])
      await without.close()
    })

    test('while Redis is away, every message arrives, and a server that lost it is told later that it may have missed some', async () => {
      await redis!.kill()
      await reach(false)
      here.tell(db, { work: 'without Redis' })
      await eventually('it is heard', async () => has('without Redis'))
      heard = []
      await redis!.startAgain()
      await eventually('the other knows', async () => missed(heard))
      await reach(true)
      here.tell(db, { work: 'with Redis' })
      await eventually('it is heard', async () => has('with Redis'))
    })

    test('while Redis hangs, the others hear soon that they missed something, and then all is heard', async () => {
      redis!.freeze()
      here.tell(db, { work: 'unheard' })
      await eventually('the other knows', async () => missed(heard))
      here.tell(db, { work: 'later' })
      await eventually('it is heard', async () => has('later'))
      expect(has('unheard')).toBe(false)
      await restartRedis()
    })

    test('while Redis hangs, a server closes in time', async () => {
      const busy = await startServer(redis!.url, () => {})
      redis!.freeze()
      busy.bus.tell(db, { work: 'on its way' })
      expect(await endsWithin(busy.close(), 10_000)).toBe(true)
      const coming = createRedis(redis!.url, log)
      const started = coming.start()
      expect(await endsWithin(coming.close(), 10_000)).toBe(true)
      await started
      expect(coming.isUp()).toBe(false)
      await restartRedis()
    })

    test('another installation on the same Redis hears nothing', async () => {
      const others: Notice[] = []
      const strangers = createRedis(`${redis!.url}/1`, log)
      strangers.listen({
        channel: 'live',
        hear: message => others.push(JSON.parse(message)),
        onReconnect() {},
      })
      await strangers.start()
      here.broadcast({ work: 'here' })
      await eventually('it is heard', async () => has('here'))
      await strangers.publish('live', [JSON.stringify({ work: 'there' })])
      await eventually('the other is heard', async () => others.length > 0)
      expect(others).toEqual([{ work: 'there' }])
      expect(has('there')).toBe(false)
      await strangers.close()
    })
  }
})
