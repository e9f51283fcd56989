import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alerts, pushedDevices } from '#shared/api/alerts.ts'
import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { beginJob } from '../../../local/jobs.ts'
import { addAlert } from '../../../test/factories/alerts.ts'
import { makeConversation, write } from '../../../test/factories/conversations.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { callBehind } from '../../../test/harness/call-during-change.ts'
import { tryAgainNow } from '../../../test/harness/jobs.ts'
import type { Person } from '../../../test/harness/person.ts'
import { startPushService } from '../../../test/harness/push-service.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let service: Awaited<ReturnType<typeof startPushService>>
let fan = 0

beforeAll(async () => {
  stack = await startStack()
  service = await startPushService()
})
afterAll(async () => {
  await stack?.close()
  await service?.close()
})

/** A browser in which the person has turned notifications on. */
async function turnOn(person: Person) {
  const { body } = await person.call(alerts.pushKey)
  const browser = service.subscribe(body.key)
  expect((await person.call(alerts.addDevice, { body: browser.device })).status).toBe(200)
  return browser
}

/** Makes a new person follow them, which sends them an alert. */
async function follow(username: string): Promise<string> {
  const name = `fan${++fan}`
  const follower = await stack.signIn(name)
  expect((await follower.call(follows.follow, { body: { username } })).status).toBe(200)
  await stack.jobsDone()
  return `${name[0]!.toUpperCase()}${name.slice(1)}`
}

describe('a device', () => {
  test('shows an alert, encrypted for it and signed, as do the person’s others and nobody else’s', async () => {
    const ana = await stack.signIn('ana.push')
    const [phone, laptop] = [await turnOn(ana), await turnOn(ana)]
    const stranger = await turnOn(await stack.signIn('ben.push'))
    const name = await follow('ana.push')
    const { data } = (await ana.call(alerts.list, { query: {} })).body
    const { id, link } = data[0]!
    const shown = { id, title: `${name} started following you`, about: '', link, isUrgent: false }
    for (const { got } of [phone, laptop]) {
      expect(got).toEqual([{ data: shown, ttl: '86400', urgency: 'normal' }])
    }
    expect(stranger.got).toEqual([])
  })

  test('is silent after its login ended, and goes on when the same person signs in there again', async () => {
    const ana = await stack.signIn('ana.leaves')
    const { device, got } = await turnOn(ana)
    expect((await ana.call(logins.end)).status).toBe(200)
    await follow('ana.leaves')
    expect(got).toEqual([])

    const other = await stack.signIn('otto.comes')
    expect((await other.call(alerts.renewDevice, { body: { endpoint: device.endpoint } })).status).toBe(404)
    const again = await stack.signIn('ana.leaves')
    expect((await again.call(alerts.renewDevice, { body: { endpoint: device.endpoint } })).status).toBe(200)
    await follow('ana.leaves')
    expect(got).toHaveLength(1)
  })

  test('goes on with the subscription that its browser replaces the first by, but with nobody else’s', async () => {
    const ana = await stack.signIn('ana.replaces')
    const before = await turnOn(ana)
    const { body } = await ana.call(alerts.pushKey)
    const after = service.subscribe(body.key)
    const renew = async (person: Person, device: typeof after.device) =>
      (await person.call(alerts.renewDevice, { body: device })).status
    // Signed in elsewhere, nobody turned notifications on there.
    expect(await renew(await stack.signIn('ana.replaces'), after.device)).toBe(404)
    const bens = await turnOn(await stack.signIn('ben.replaces'))
    expect(await renew(ana, bens.device)).toBe(404)
    expect(await renew(ana, { ...after.device, endpoint: 'https://elsewhere.example/x' })).toBe(404)
    expect(await renew(ana, { ...after.device, p256dh: 'A'.repeat(87) })).toBe(404)

    expect(await renew(ana, after.device)).toBe(200)
    await follow('ana.replaces')
    expect([before.got.length, after.got.length, bens.got.length]).toEqual([0, 1, 0])
  })

  test('isn’t taken for a login that ends meanwhile', async () => {
    const ana = await stack.signIn('ana.departs')
    const { device } = await turnOn(ana)
    const { body } = await ana.call(alerts.pushKey)
    const added = service.subscribe(body.key).device
    const theirs = sql`from logins where user_id = (select id from users where username = 'ana.departs')`
    for (const call of [
      async (person: Person) => (await person.call(alerts.addDevice, { body: added })).status,
      async (person: Person) =>
        (await person.call(alerts.renewDevice, { body: { endpoint: device.endpoint } })).status,
    ]) {
      const again = await stack.signIn('ana.departs')
      const status = await callBehind(
        stack.db,
        sql`select ${theirs} for update`,
        () => call(again),
        trx => sql`delete ${theirs}`.execute(trx),
      )
      expect(status).toBe(401)
    }
  })

  test('is silent once its login has expired', async () => {
    const ana = await stack.signIn('ana.expires')
    const { got } = await turnOn(ana)
    await stack.db.updateTable('logins').set({ expires_at: stack.clock.now() }).execute()
    await follow('ana.expires')
    expect(got).toEqual([])
  })

  test('belongs to whoever turned it on last', async () => {
    const ana = await stack.signIn('ana.shares')
    const { device, got } = await turnOn(ana)
    const ben = await stack.signIn('ben.shares')
    expect((await ben.call(alerts.addDevice, { body: device })).status).toBe(200)
    expect((await ana.call(alerts.removeDevice, { body: { endpoint: device.endpoint } })).status).toBe(404)
    await follow('ana.shares')
    expect(got).toEqual([])
    await follow('ben.shares')
    expect(got).toHaveLength(1)
  })

  test('is silent after its person turned it off, and after the group was', async () => {
    const ana = await stack.signIn('ana.quiet')
    const [phone, laptop] = [await turnOn(ana), await turnOn(ana)]
    const { endpoint } = phone.device
    expect((await ana.call(alerts.removeDevice, { body: { endpoint } })).status).toBe(200)
    await follow('ana.quiet')
    expect([phone.got.length, laptop.got.length]).toEqual([0, 1])
    await ana.call(alerts.prefer, { body: { group: 'follows', channel: 'in_app', wanted: false } })
    await follow('ana.quiet')
    expect(laptop.got).toHaveLength(1)
  })

  test('is told times in its person’s zone, and by name in UTC while they have none', async () => {
    const [ana, eve] = [await stack.signIn('ana.zone'), await stack.signIn('eve.nowhere')]
    await ana.call(profiles.save, { body: { time_zone: 'Asia/Tokyo' } })
    const [here, nowhere] = [await turnOn(ana), await turnOn(eve)]
    const session = await makeSession(stack, await stack.signIn('ola.zone'), { rate: undefined })
    for (const person of [ana, eve]) await enrolIn(session, person)
    const start = Temporal.Instant.from(session.upcoming[0]!.starts_at)
    stack.clock.advance(stack.clock.now().until(start.subtract({ minutes: 9 })))
    await beginJob(stack.db, 'remind')
    await stack.jobsDone()
    const timeIn = (zone: string) =>
      start.toZonedDateTimeISO(zone).toLocaleString('en-US', { timeStyle: 'short' })
    const titles = (device: typeof here) => device.got.map(({ data: { title } }) => title)
    expect(titles(here)).toEqual([`Your meeting with Ola Zone starts at ${timeIn('Asia/Tokyo')}`])
    expect(titles(nowhere)).toEqual([`Your meeting with Ola Zone starts at ${timeIn('UTC')} UTC`])
    // It shows over an open page, too.
    expect(here.got[0]).toMatchObject({ data: { isUrgent: true }, ttl: '600', urgency: 'high' })
  })

  test('shows later messages of a conversation over the earlier ones, every three minutes at most', async () => {
    const [ana, ben] = [await stack.signIn('ana.dismisses'), await stack.signIn('ben.chats')]
    const conversationId = await makeConversation([ben, 'ben.chats'], [ana, 'ana.dismisses'])
    const { got } = await turnOn(ana)
    const look = async (minutes: number) => {
      stack.clock.advance({ minutes })
      await beginJob(stack.db, 'alert-unread-messages')
      await stack.jobsDone()
    }
    await write(ben, conversationId, 'Did you find the proof?')
    await look(3)
    for (const words of ['It’s on page 9.', 'No, 10.']) {
      await write(ben, conversationId, words)
      await look(1)
    }
    await write(ben, conversationId, 'Ana?')
    await look(1)
    const titles = got.map(({ data }) => data.title)
    expect(titles).toEqual(['Ben Chats sent you a message', 'Ben Chats sent you 4 messages'])
    expect(got[1]!.data.id).toBe(got[0]!.data.id)
  })

  test('that fails hears it later, once, and the others don’t hear it again', async () => {
    const ana = await stack.signIn('ana.tries')
    const [phone, laptop] = [await turnOn(ana), await turnOn(ana)]
    phone.answerNext(503, 429, 401, 403)
    await follow('ana.tries')
    for (let tries = 0; tries < 4; tries++) await tryAgainNow(stack.db)
    await stack.jobsDone()
    expect([phone.got.length, laptop.got.length]).toEqual([1, 1])
  })

  test('that hears late of a meeting that has begun or was canceled is silent', async () => {
    const ana = await stack.signIn('ana.late')
    const { got } = await turnOn(ana)
    const { id: user_id } = (await ana.call(profiles.own)).body.profile
    const device = await stack.db
      .selectFrom('push_devices')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    const nobodys = '0199aaaa-0000-7000-8000-000000000009'
    for (const minutes of [-5, 5]) {
      const starts_on = stack.clock.now().add({ minutes }).toString()
      const facts = { booking_id: nobodys, session_id: null, starts_on, other_id: user_id }
      const { id } = await addAlert(stack, user_id, 'meeting_soon', facts)
      await beginJob(stack.db, 'alert-push', { alertId: id, deviceId: device.id })
    }
    await stack.jobsDone()
    expect(got).toEqual([])
  })

  test.each([404, 410])('whose service answers %i is forgotten', async status => {
    const name = `ana.gone${status}`
    const ana = await stack.signIn(name)
    const { device, got, answerNext } = await turnOn(ana)
    answerNext(status)
    await follow(name)
    await follow(name)
    expect(got).toEqual([])
    const { endpoint } = device
    expect((await ana.call(alerts.renewDevice, { body: { endpoint } })).status).toBe(404)
  })

  test('whose key no message can be encrypted with is forgotten', async () => {
    const ana = await stack.signIn('ana.keyless')
    const { device, got } = await turnOn(ana)
    const { endpoint } = device
    await stack.db
      .updateTable('push_devices')
      .set({ p256dh: 'B'.repeat(87) })
      .where('endpoint', '=', endpoint)
      .execute()
    await follow('ana.keyless')
    expect(got).toEqual([])
    expect((await ana.call(alerts.renewDevice, { body: { endpoint } })).status).toBe(404)
  })

  test('goes when the person has too many newer ones', async () => {
    const ana = await stack.signIn('ana.many')
    const first = await turnOn(ana)
    const rest = []
    for (let n = 0; n < pushedDevices; n++) rest.push(await turnOn(ana))
    await follow('ana.many')
    expect(first.got).toEqual([])
    expect(rest.map(({ got }) => got.length)).toEqual(rest.map(() => 1))
  })
})

// Otherwise anyone could make the server send requests to an address of their choice.
test.each([
  'http://push.example/a',
  'https://push.example:8443/a',
  'https://push.example.evil.example/a',
  'https://evilpush.example/a',
  'https://name@push.example/a',
  'https://169.254.169.254/latest',
  'https://localhost/a',
  'https://127.0.0.1.nip.io/a',
  'file:///etc/passwd',
  'push.example',
])('a device at %s is refused', async endpoint => {
  const ana = await stack.signIn('ana.tricks')
  const { device } = service.subscribe((await ana.call(alerts.pushKey)).body.key)
  const { status, problem } = await ana.call(alerts.addDevice, { body: { ...device, endpoint } })
  expect([status, problem.code]).toEqual([422, 'invalid'])
})

test('a device below a known host is taken, and a key of another size or off the curve isn’t', async () => {
  const ana = await stack.signIn('ana.below')
  const { device } = service.subscribe((await ana.call(alerts.pushKey)).body.key)
  const below = { ...device, endpoint: 'https://updates.push.example/wpush/v2/abc' }
  expect((await ana.call(alerts.addDevice, { body: below })).status).toBe(200)
  expect((await ana.call(alerts.addDevice, { body: { ...below, auth: 'short' } })).status).toBe(422)
  const offCurve = await ana.call(alerts.addDevice, { body: { ...below, p256dh: 'B'.repeat(87) } })
  expect([offCurve.status, offCurve.problem.errors?.[0]?.path]).toEqual([422, 'body.p256dh'])
})
