import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/contract.ts'
import { invitations } from '#shared/api/invitations.ts'
import { readContract } from './contract.ts'
import { leavesAsIs } from './lasting.ts'
import { requests } from './permission-requests.ts'
import { startWorld } from './start-world.ts'
import { makeInvitation } from './teachable.ts'
import type { World } from './world.ts'

/** How many queries a call may make besides the login check, however much data there is. */
const usual = 3

/** Calls that make more, with the reason. */
const exceptions: Record<string, { most: number; calls: string }> = {
  'a list of ids, what each has next, and their cards': {
    most: 4,
    calls: 'enrolments.meetings enrolments.unpaid sessions.own sessions.ofClass sessions.ofCourse',
  },
  'who it is, their card, their facts, and the posts they show first': {
    most: 4,
    calls: 'profiles.own profiles.ofPerson profiles.ofEmail',
  },
  'the words of a search, who fits them, their accounts, and their cards': { most: 4, calls: 'admin.people' },
  'what lies in a wallet, what comes next, what waits for a decision, and the months': {
    most: 4,
    calls: 'wallets.view',
  },
  'a tutor, their hours, what is taken of these, and what the caller holds': {
    most: 4,
    calls: 'schedules.tiles',
  },
  'a person, their hours, what is taken of these, and the zone of the caller who names none': {
    most: 4,
    calls: 'schedules.ofPerson',
  },
  'a page of alerts, with the people, bookings, sessions and days that they speak of': {
    most: 6,
    calls: 'alerts.list',
  },
  'a page of tutors, with the people, their next free times and their courses': {
    most: 5,
    calls: 'courses.tutors schedules.free',
  },
  'a page of occurrences with their places, the people on them and who came': {
    most: 6,
    calls: 'sessions.occurrences',
  },
  'a change that locks, checks and writes before it answers what is there now': {
    most: 6,
    calls: `account.startExport admin.closeReport admin.hidePost admin.showPost attachments.upload
      boards.create boards.bringBack boards.draw boards.putPicture bookings.settle bookings.settleByGet conversations.accept
      conversations.decline enrolments.leave payments.quote payments.bookSlot payouts.refresh
      posts.create posts.update profiles.save profiles.rename profiles.listClasses profiles.highlight profiles.dismissTip
      profiles.retryEmail schedules.save support.send`,
  },
  'one that also tells people of it, or begins something for each of them': {
    most: 12,
    calls: `admin.reinstate admin.removePost boards.ofMeeting boards.restore bookings.approve invitations.send meetings.credentials
      documents.process meetings.setAdmission messages.remove messages.send sessions.create sessions.remove sessions.skip
      sessions.update`,
  },
  'one that moves money, signs people out, or asks a model': {
    most: 24,
    calls: `account.remove admin.retryRefund admin.settleRefund admin.suspend admin.settleProblem admin.refundBooking bookings.reject bookings.cancel dialogues.ask
      dialogues.stream invitations.accept`,
  },
  'one that ends all that a person has: each of their bookings and sessions, with what is told and paid back':
    {
      most: 60,
      calls: 'admin.closeAccount',
    },
}

type Served = { method: string | undefined; path: string; statements: string[] }

const calls = await readContract()
const serving = new AsyncLocalStorage<Served>()
const served: Served[] = []
const { query } = pg.Client.prototype
let world: World & { close: () => Promise<void> }

beforeAll(async () => {
  listen()
  world = await startWorld()
  // Or they have nothing unpaid, and an empty list makes fewer.
  await world.owner.call(invitations.accept, { body: { id: await makeInvitation(world) } })
})

afterAll(async () => {
  await world?.close()
  unsubscribe('http.server.request.start', begin)
  pg.Client.prototype.query = query
})

describe('the number of queries per request', () => {
  for (const [name, call] of calls) {
    const most = mostOf(name)
    test(`${name}: ${most} times at most`, async () => {
      const person = call.access === 'operator' ? world.operator : world.owner
      await requests[name]!.there(person, { ...world, staysAsIs: leavesAsIs(name, call) })
      const { statements } = served.findLast(one => isOf(call, one))!
      expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(most)
    })
  }

  test('no exception is left for a removed call', () => {
    const named = Object.values(exceptions).flatMap(({ calls }) => calls.split(/\s+/))
    expect(named.filter(name => !calls.has(name))).toEqual([])
  })
})

function mostOf(name: string): number {
  return Object.values(exceptions).find(({ calls }) => calls.split(/\s+/).includes(name))?.most ?? usual
}

function isOf(call: Call, { method, path }: Served): boolean {
  const address = call.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
  return method === call.method && new RegExp(`^${address}$`).test(path)
}

/** Records the queries of each request to the server, whatever else goes on there. */
function listen(): void {
  subscribe('http.server.request.start', begin)
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
    if (!besides.test(text)) serving.getStore()?.statements.push(text)
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
}

/**
 * Transaction borders, the login check, call counts, the bus, which no request waits for, and job workers that a request was the first to
 * wake.
 */
const besides =
  /^(begin|commit|rollback|savepoint|release)\b|^\s*select l\.id as login_id|platform\.call(_counts|s_of_day)|^select pg_notify|pgboss\.job_common j\b/i

function begin(message: unknown): void {
  const { method, url } = (message as { request: IncomingMessage }).request
  const one: Served = { method, path: url!.split('?')[0]!, statements: [] }
  served.push(one)
  serving.enterWith(one)
}
