import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { type Bus, createBus, type Notice } from './bus.ts'

const { log } = Fastify({ logger: { level: 'silent' } })
let db: Database
/** Two servers, and what the second has heard. */
let here: Bus
let there: Bus
let heard: Notice[]

beforeAll(async () => {
  const databaseUrl = await cloneDatabase(inject('postgresUrl'))
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 4 }))
  here = createBus({ databaseUrl }, log)
  there = createBus({ databaseUrl }, log)
  there.hear(notice => heard.push(notice))
  await here.start()
  await there.start()
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await db.destroy()
})

const has = (work: string) => heard.some(notice => 'work' in notice && notice.work === work)

test('what a transaction tells is heard by other servers after its commit, and never after a rollback', async () => {
  await db.transaction().execute(async trx => {
    here.tell(trx, { work: 'committed' })
    here.pass({ work: 'passed meanwhile' })
    await eventually('what needs no commit is heard', async () => has('passed meanwhile'))
    expect(has('committed')).toBe(false)
  })
  const failing = db.transaction().execute(async trx => {
    here.tell(trx, { work: 'rolled back' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  here.pass({ work: 'passed last' })
  await eventually('all is heard', async () => has('passed last'))
  expect(has('committed')).toBe(true)
  expect(has('rolled back')).toBe(false)
})

test('a transaction that runs again tells once', async () => {
  let runs = 0
  await db.transaction().execute(async trx => {
    here.tell(trx, { work: 'again' })
    runs++
    // As a deadlock does.
    if (runs === 1) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(trx)
  })
  here.pass({ work: 'the end' })
  await eventually('all is heard', async () => has('the end'))
  expect(runs).toBe(2)
  expect(heard.filter(notice => 'work' in notice && notice.work === 'again')).toHaveLength(1)
})

test('equal notices of one moment are heard as often as they were told, and a long one whole', async () => {
  for (let time = 0; time < 3; time++) here.pass({ work: 'equal' })
  const data = { text: '“'.repeat(9_000) }
  here.pass({ namespace: '/product', room: 'person:1', event: 'long', data })
  await eventually('all is heard', async () => heard.length === 4)
  expect(heard.slice(0, 3)).toMatchObject([{ work: 'equal' }, { work: 'equal' }, { work: 'equal' }])
  expect(heard[3]).toMatchObject({ event: 'long', data })
})

test('where a server couldn’t tell what was committed, the others hear that they missed something', async () => {
  const own: Notice[] = []
  here.hear(notice => own.push(notice))
  const { rows } = await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where application_name = 'ignite listener' and datname = current_database() order by backend_start limit 1
    ) first`.execute(db)
  expect(rows).toHaveLength(1)
  here.tell(db, { work: 'lost' })
  const missed = (notices: Notice[]) => notices.some(notice => 'missed' in notice)
  await eventually('the other knows', async () => missed(heard))
  // It couldn't hear either, meanwhile.
  expect(missed(own)).toBe(true)
  expect(has('lost')).toBe(false)
  here.tell(db, { work: 'after it' })
  await eventually('it is heard again', async () => has('after it'))
})
