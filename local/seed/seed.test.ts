import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney } from '#server/product/ledger/jobs.ts'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { conversations } from '#shared/api/conversations.ts'
import { payments } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { posts } from '#shared/api/posts.ts'
import { sessions } from '#shared/api/sessions.ts'
import { wallets } from '#shared/api/wallets.ts'
import { cloneDatabase, dropDatabase } from '../../test/harness/databases.ts'
import { Person } from '../../test/harness/person.ts'
import { signInSurely } from '../../test/harness/sign-in.ts'
import { localSecretKey } from '../payments/payments.ts'
import type { Delivery } from '../payments/tables.ts'
import { freePort } from '../ports.ts'
import { runnerOf } from '../postgres/runner.ts'
import { serve } from '../serve.ts'
import { fillWorld } from '../world.ts'

const folder = mkdtempSync(join(tmpdir(), 'ignite-seed-'))
const begun = new AsyncDisposableStack()
let settings: Record<string, string>
let databaseUrl: string
let db: Database
let server: RunningServer

beforeAll(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  const port = String(await freePort())
  settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'a secret for tests that is long enough',
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    STORAGE_DIR: join(folder, 'storage'),
    LOG_LEVEL: 'error',
  }
  db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  if (!(await fillWorld({ settings, dataDir: folder, started: begun })))
    throw new Error('Nothing was filled in')
  server = await serve(settings, folder)
}, 300_000)

afterAll(async () => {
  await server?.close()
  await begun.disposeAsync()
  await db.destroy()
  await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
})

test('is filled in once', async () => {
  expect(await fillWorld({ settings, dataDir: folder, started: begun })).toBe(false)
})

test('has money that adds up, in the ledger and at the payment provider', async () => {
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: server.url } })
  expect(await checkMoney(databaseUrl, stripe)).toEqual([])
})

test('has heard everything from the payment provider the first time it was told', async () => {
  // The server that has just started may have asked it for something.
  const control = `${server.url}/local/payments/control`
  await (await fetch(`${control}/webhooks/settle`, { method: 'POST' })).body?.cancel()
  const state = await (await fetch(`${control}/state`)).json()
  const { delivery } = state as { delivery: Delivery[] }
  expect(delivery.length).toBeGreaterThan(50)
  expect(delivery.filter(({ state, attempts }) => state !== 'delivered' || attempts > 1)).toEqual([])
})

describe('a tutor of three weeks', () => {
  let samuel: Person
  beforeAll(async () => {
    samuel = await signedIn('samuel.okafor@riverbend.example')
  })

  test('has earnings in every state, and a payout account', async () => {
    const { balances, questioned } = (await samuel.call(wallets.view)).body
    expect(balances).toEqual({
      pending: '54.00',
      available: '60.00',
      frozen: '36.00',
      under_way: '95.00',
      paid_out: '75.00',
    })
    expect(questioned.map(({ by }) => by).sort()).toEqual(['bank', 'student'])
    const { account } = (await samuel.call(payouts.get)).body
    expect(account).toMatchObject({ state: 'ready', bank_last4: '6789' })
  })

  test('has two requests to answer', async () => {
    const { body } = await samuel.call(bookings.filtered, { body: { filters: ['Pending'] } })
    expect(body.bookings.map(({ joinee_name }) => joinee_name)).toEqual([
      expect.stringContaining('Alexandrina'),
      'Aisha Rahman',
    ])
  })

  test('has a group with people in it, and paid places in its next time', async () => {
    const [circle] = (await samuel.call(sessions.own)).body.sessions
    expect(circle).toMatchObject({ title: 'Recursion circle', attendees: 4 })
    const { body } = await samuel.call(sessions.occurrences, { query: { id: circle!.id, when: 'over' } })
    const met = body.occurrences.map(({ people }) => people.filter(({ seconds }) => seconds > 3000).length)
    expect(met).toEqual([2, 3])
  })
})

describe('a student of three weeks', () => {
  let maya: Person
  beforeAll(async () => {
    maya = await signedIn('maya.chen@riverbend.example')
  })

  test('has meetings behind her, with receipts', async () => {
    const { body } = await maya.call(bookings.passed)
    const states = body.bookings.map(({ status }) => status)
    expect(states.filter(state => state === 'completed')).toHaveLength(5)
    expect(states).toContain('declined')
    for (const { id } of body.bookings) {
      const { receipt } = (await maya.call(payments.receipt, { params: { id } })).body
      expect(receipt).toMatchObject({ booking_id: id, role: 'student' })
    }
  })

  test('has a meeting that begins soon', async () => {
    const { body } = await maya.call(bookings.pending)
    const next = body.bookings.find(({ status }) => status === 'approved')!
    const minutes = Temporal.Now.instant().until(next.starts_on).total('minutes')
    expect(next.admin_name).toBe('Samuel Okafor')
    expect(minutes).toBeGreaterThan(-20)
    expect(minutes).toBeLessThan(20)
  })

  test('has conversations, read and unread, and a request', async () => {
    const { body } = await maya.call(conversations.list)
    expect(body.conversations.map(({ person, unread }) => [person.name, unread])).toEqual([
      ['Grace Kim', 1],
      ['Samuel Okafor', 2],
      ['Noah Bergström', 0],
    ])
    expect((await maya.call(conversations.unread)).body).toMatchObject({ conversations: 2, requests: 1 })
  })

  test('has boards with drawings, also of a meeting', async () => {
    const { body } = await maya.call(boards.list)
    expect(body.boards.map(({ meeting_id }) => meeting_id !== null)).toEqual([true, false, false])
    for (const { thumbnail } of body.boards) expect(thumbnail).not.toBeNull()
  })

  test('has saved posts with notes', async () => {
    const { body } = await maya.call(posts.saved)
    expect(body.posts.filter(({ notes }) => notes !== '')).toHaveLength(4)
  })

  test('has alerts of many kinds, old ones read and new ones unread', async () => {
    const { data } = (await maya.call(alerts.list)).body
    expect(new Set(data.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5)
    expect(data[0]!.read).toBe(false)
    expect(data.at(-1)!.read).toBe(true)
    // To the second: of two transactions at once, either may commit first.
    const seconds = data.map(({ date }) => date.slice(0, 19))
    expect(seconds).toEqual(seconds.toSorted().reverse())
  })
})

test('leaves something to operators', async () => {
  const robin = await signedIn('robin.park@ignite.example')
  expect((await robin.call(admin.problems)).body.problems).toHaveLength(1)
  expect((await robin.call(admin.reports)).body.reports).toHaveLength(1)
})

async function signedIn(email: string): Promise<Person> {
  const person = new Person(server.url)
  await signInSurely(person, email)
  return person
}
