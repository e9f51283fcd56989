import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import type { Entered, MeetingMessage, Peer, WaitingPerson } from '#shared/api/meeting-events.ts'
import { meetings, overAlready } from '#shared/api/meetings.ts'
import { drawOn, readBoard, rectangle } from '../../../test/factories/boards.ts'
import {
  accept,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import { enterCall, enterMeeting, passInto } from '../../../test/factories/meetings.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { ask, enterLive, heard } from '../../../test/harness/live.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let second: string
let tutor: Person
let student: Person
let stranger: Person
let postId: string
let spare: Slot
const booked: { id: string; slot: Slot }[] = []
let slot: Slot
let meeting: string
const open: Socket[] = []
/** Each test has its own. */
const meetingsOfTests = 25

beforeAll(async () => {
  stack = await startStack({ TURN_URLS: 'turn:relay.example.edu', TURN_SECRET: 'a relay secret for tests' })
  second = await stack.startSecond()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  stranger = await stack.signIn('stella.stranger')
  postId = await makeTutor(stack, tutor)
  const tiles = await weekOfTiles(student, postId)
  spare = tiles.at(-1)!
  // Far enough apart that one meeting closes before the next opens.
  const wanted = tiles.filter((_, i) => i % 3 === 2).slice(0, meetingsOfTests)
  // A student can hold at most three bookings before the server knows that they are paid.
  for (let i = 0; i < wanted.length; i += 3) {
    const some = wanted.slice(i, i + 3)
    const held = await Promise.all(some.map(tile => hold(student, postId, tile)))
    await Promise.all(held.map(({ url }) => pay(url)))
    await moneyDone(stack)
    await Promise.all(held.map(({ id }) => accept(tutor, id)))
    booked.push(...held.map(({ id }, n) => ({ id, slot: some[n]! })))
  }
})
afterAll(() => stack?.close())

beforeEach(() => {
  ;({ id: meeting, slot } = booked.shift()!)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

const start = () => Temporal.Instant.from(slot.start)
const end = () => Temporal.Instant.from(slot.end)
const iso = (at: Temporal.Instant) => at.toString({ fractionalSecondDigits: 3 })
const moveTo = (at: Temporal.Instant) => stack.clock.advance(stack.clock.now().until(at))
const get = (person: Person, bookingId = meeting) =>
  person.call(meetings.credentials, { body: { bookingId } })
const idOf = async (person: Person) => (await get(person)).body.people.find(({ is_you }) => is_you)!.id

async function call(person: Person, options?: { url?: string; peer_id?: string }) {
  const entered = await enterCall(person, meeting, options)
  open.push(entered.socket)
  return entered
}

async function knock(person: Person) {
  const entered = await enterMeeting(person, meeting)
  open.push(entered.socket)
  return entered
}

/** The tutor, and the student they admitted. */
async function together({ url, at = start() }: { url?: string; at?: Temporal.Instant } = {}) {
  if (Temporal.Instant.compare(stack.clock.now(), at) < 0) moveTo(at)
  const host = await call(tutor)
  await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } })
  const guest = await call(student, url ? { url } : {})
  await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'ask' } })
  return { host, guest }
}

/** The result of the booking, asked for as soon as it is over, and again once everyone's time up to the end is stored. */
async function ending() {
  if (Temporal.Instant.compare(stack.clock.now(), end()) < 0) moveTo(end())
  await student.call(bookings.settle)
  await eventually('all stays are stored', async () => {
    const { rows } = await sql`
      select from meeting_peers join attendances on attendances.id = attendance_id
      where left_at < ${end()}`.execute(stack.db)
    return rows.length === 0
  })
  await student.call(bookings.settle)
  await moneyDone(stack)
  return (await readBooking(student, meeting)).status
}

async function attendance(person: Person) {
  const { body } = await person.call(meetings.attendance, { query: { bookingId: meeting } })
  return body.people.map(({ is_tutor, joined_at, left_at, seconds }) => ({
    is_tutor,
    joined_at,
    left_at,
    seconds,
  }))
}

describe('the credentials of a meeting', () => {
  test('go to its two people during its time, with what a call needs', async () => {
    moveTo(start().subtract({ minutes: 11 }))
    expect((await get(student)).status).toBe(409)
    moveTo(start().subtract({ minutes: 10 }))
    expect((await get(stranger)).status).toBe(404)
    const { body } = await get(student)
    expect(body).toMatchObject({ role: 'guest', kind: 'peer', admission: 'ask', admitted: false })
    expect(body.closes_on).toBe(end().add({ minutes: 15 }).toString({ fractionalSecondDigits: 3 }))
    expect(Date.parse(body.expires_on)).toBe(stack.clock.now().add({ minutes: 5 }).epochMilliseconds)
    expect(body.ice_servers).toMatchObject([{ urls: ['turn:relay.example.edu'] }])
    expect(body.ice_servers[0]!.username).toMatch(
      new RegExp(`^${end().add({ minutes: 15 }).epochMilliseconds / 1000}:[0-9a-f]{16}$`),
    )
    expect((await get(tutor)).body).toMatchObject({ role: 'host', room: body.room, admitted: true })
    // Requesting them isn't attendance, and begins nothing.
    expect((await get(student)).body.people.map(({ present }) => present)).toEqual([false, false])
    expect((await attendance(tutor)).map(({ joined_at }) => joined_at)).toEqual([null, null])
    expect((await readBooking(student, meeting)).status).toBe('approved')
    moveTo(end())
    expect((await get(student)).status).toBe(409)
  })

  test('are refused for an unpaid or canceled booking', async () => {
    const unpaid = await hold(student, postId, spare)
    moveTo(start().subtract({ minutes: 10 }))
    expect((await get(student, unpaid.id)).status).toBe(409)
    const { body } = await get(student)
    const socket = await enterLive(student, '/meetings')
    await student.call(bookings.cancel, { body: { bookingId: meeting, remarks: '' } })
    const detail = 'There’s no meeting because it was canceled.'
    expect((await get(student)).problem).toMatchObject({ status: 409, detail })
    expect(await ask(socket, 'enter', { token: body.token })).toMatchObject({
      ok: false,
      code: 'conflict',
      error: detail,
    })
    socket.disconnect()
    await moneyDone(stack)
  })

  test('admit the person and the login they were issued to, into their room, while they last', async () => {
    moveTo(start())
    const token = await passInto(student, meeting)
    const again = await stack.signIn('stan.student')
    for (const [person, given] of [
      [tutor, token],
      [stranger, token],
      [again, token],
      [student, `${token.slice(0, -2)}AA`],
      [student, token.split('.')[0]],
      [student, 'made.up'],
    ] as const) {
      const socket = await enterLive(person, '/meetings')
      open.push(socket)
      expect(await ask(socket, 'enter', { token: given })).toMatchObject({ ok: false, code: 'forbidden' })
      expect(await ask(socket, 'say', { id: randomUUID(), text: 'Hello' })).toMatchObject({ ok: false })
    }
    const socket = await enterLive(student, '/meetings')
    open.push(socket)
    stack.clock.advance({ seconds: 301 })
    expect(await ask(socket, 'enter', { token })).toMatchObject({ ok: false, code: 'forbidden' })
  })
})

describe('the door of a meeting', () => {
  test('is opened by the host, once for each guest, also after a server restart', async () => {
    moveTo(start())
    const host = await call(tutor)
    const waiting = heard<{ people: WaitingPerson[] }>(host.socket, 'waiting')
    const guest = await knock(student)
    expect(guest.answer).toEqual({ ok: true, data: { admitted: false } })
    const [knocking] = (await waiting).people
    expect(knocking).toMatchObject({ username: 'stan.student' })
    expect((await get(tutor)).body.people).toMatchObject([
      { present: true },
      { waiting: true, present: false },
    ])
    expect((await get(student)).body.people).toMatchObject([{ present: true }, { waiting: false }])
    // At the door a guest hears and says nothing, and can't admit anyone.
    expect(await ask(guest.socket, 'say', { id: randomUUID(), text: 'Let me in' })).toMatchObject({
      ok: false,
      error: 'You’re not in the call right now. Try again in a moment.',
    })
    expect(await ask(guest.socket, 'admit', { person_id: knocking!.person_id })).toMatchObject({ ok: false })
    expect(await ask(guest.socket, 'signal', { to: host.inside.you.peer_id, candidate: null })).toMatchObject(
      { ok: false, code: 'not_found' },
    )

    const admitted = heard(guest.socket, 'admitted')
    // The second press of a double click does nothing.
    for (let i = 0; i < 2; i++)
      expect(await ask(host.socket, 'admit', { person_id: knocking!.person_id })).toMatchObject({ ok: true })
    await admitted
    const came = heard<Peer>(host.socket, 'peer')
    const entered = await ask<Entered>(guest.socket, 'enter', { token: await passInto(student, meeting) })
    expect(entered).toMatchObject({ ok: true, data: { admitted: true, peers: [{ is_host: true }] } })
    const peerId = (await came).peer_id

    await stack.restart()
    const back = await call(student, { peer_id: peerId })
    expect(back.inside.you.peer_id).toBe(peerId)
    const hostBack = await call(tutor, { peer_id: host.inside.you.peer_id, url: second })
    expect(hostBack.inside).toMatchObject({ peers: [{ peer_id: peerId, lost: false }], waiting: [] })
  })

  test('is where a person who loses the connection still waits for a while, and can be let in', async () => {
    moveTo(start())
    const host = await call(tutor)
    const person_id = await idOf(student)
    const guest = await knock(student)
    expect(guest.answer).toEqual({ ok: true, data: { admitted: false } })
    guest.socket.disconnect()
    await eventually('the server has noticed', async () => {
      const { rows } = await sql`select from meeting_peers where waiting and socket_id is not null`.execute(
        stack.db,
      )
      return rows.length === 0
    })
    expect(await ask(host.socket, 'admit', { person_id })).toMatchObject({ ok: true })
    const { socket } = await call(student)
    socket.disconnect()
  })

  test('loses a person who doesn’t come back to it in time', async () => {
    moveTo(start())
    const host = await call(tutor)
    const guest = await knock(student)
    const gone = heard<{ people: WaitingPerson[] }>(
      host.socket,
      'waiting',
      ({ people }) => people.length === 0,
    )
    guest.socket.disconnect()
    await eventually('nobody hears from them for long enough', async () => {
      const { rows } = await sql`
        update meeting_peers set seen_at = seen_at - interval '20 seconds'
        where waiting and socket_id is null returning 1`.execute(stack.db)
      return rows.length > 0
    })
    expect((await gone).people).toEqual([])
  })

  test('is empty after the end, when nobody can be let in anymore', async () => {
    moveTo(end().subtract({ seconds: 20 }))
    const host = await call(tutor)
    const guest = await knock(student)
    expect(guest.answer).toEqual({ ok: true, data: { admitted: false } })
    const closed = heard(guest.socket, 'closed')
    const told = heard<{ people: WaitingPerson[] }>(
      host.socket,
      'waiting',
      ({ people }) => people.length === 0,
    )
    moveTo(end())
    await Promise.all([closed, told])
    expect((await call(tutor)).inside.waiting).toEqual([])
  })

  test('stays closed for people whom the host refused or removed, until the host changes their mind', async () => {
    moveTo(start())
    const host = await call(tutor)
    const person_id = await idOf(student)
    const guest = await knock(student)
    const refused = heard(guest.socket, 'refused')
    await ask(host.socket, 'refuse', { person_id })
    await refused
    expect((await knock(student)).answer).toMatchObject({ ok: false, code: 'forbidden' })
    stack.clock.advance({ seconds: 31 })
    const later = await knock(student)
    expect(later.answer).toEqual({ ok: true, data: { admitted: false } })
    const letIn = heard(later.socket, 'admitted')
    await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } })
    await letIn
    const inside = await call(student)
    const [removed, gone] = [heard(inside.socket, 'removed'), heard(host.socket, 'left')]
    expect(await ask(host.socket, 'remove', { person_id })).toMatchObject({ ok: true })
    await removed
    expect(await gone).toEqual({ peer_id: inside.inside.you.peer_id, reason: 'removed' })
    expect(await ask(inside.socket, 'state', inside.inside.you.state)).toMatchObject({ ok: false })
    stack.clock.advance({ seconds: 31 })
    expect((await knock(student)).answer).toEqual({ ok: true, data: { admitted: false } })
    expect(
      (await student.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } }))
        .status,
    ).toBe(403)
    await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'ask' } })
  })
})

describe('in a call', () => {
  test('a person whom the host removes while they come back stays outside', async () => {
    const { host, guest } = await together()
    const person_id = await idOf(student)
    const socket = await enterLive(student, '/meetings')
    open.push(socket)
    const token = await passInto(student, meeting)
    const decided = 'select from meeting_admissions where person_id = $1 for update'
    const pause = await pauseAt(stack.databaseUrl, decided, [person_id])
    // From here on, the server waits for three seconds.
    const removing = ask(host.socket, 'remove', { person_id })
    await pause.reached()
    const back = ask<Entered>(socket, 'enter', { token, peer_id: guest.inside.you.peer_id })
    await eventually('both wait', async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(stack.db)
      return rows.length === 2
    })
    await pause.release()
    expect(await removing).toMatchObject({ ok: true })
    expect(await back).toMatchObject({ ok: false, code: 'forbidden' })
  })

  test('a person whom the host removes can only read its board, until the host lets them in again', async () => {
    const { host, guest } = await together()
    const { id } = (await student.call(boards.ofMeeting, { body: { meetingId: meeting } })).body.board
    const looking = await enterLive(student, '/boards', second)
    open.push(looking)
    const point = { board_id: id, x: 1, y: 2, tool: 'pointer', button: 'up', selected: [] }
    expect(await ask(looking, 'enter', { board_id: id })).toMatchObject({ ok: true })
    expect(await ask(looking, 'point', point)).toMatchObject({ ok: true })
    const [removed, cut] = [heard(guest.socket, 'removed'), heard(looking, 'disconnect')]
    const person_id = await idOf(student)
    expect(await ask(host.socket, 'remove', { person_id })).toMatchObject({ ok: true })
    await Promise.all([removed, cut])
    expect(guest.socket.connected).toBe(true)
    const back = await enterLive(student, '/boards', second)
    open.push(back)
    expect(await ask(back, 'enter', { board_id: id })).toMatchObject({ ok: true })
    expect(await ask(back, 'point', point)).toMatchObject({ ok: false })
    const canChange = async () => (await student.call(boards.get, { params: { id } })).body.board.can_change
    expect(await canChange()).toBe(false)
    expect(await drawOn(student, id, [rectangle()])).toBe(409)
    expect(await drawOn(tutor, id, [rectangle()])).toBe(200)
    expect(await readBoard(student, id)).toHaveLength(1)
    stack.clock.advance({ seconds: 31 })
    const { socket, answer } = await enterMeeting(student, meeting)
    open.push(socket)
    expect(answer).toMatchObject({ ok: true, data: { admitted: false } })
    expect(await ask(host.socket, 'admit', { person_id })).toMatchObject({ ok: true })
    expect(await canChange()).toBe(true)
    expect(await drawOn(student, id, [rectangle()])).toBe(200)
  })

  test('two servers carry signals, media states and messages between everyone in it', async () => {
    const { host, guest } = await together({ url: second })
    const [to, from] = [guest.inside.you.peer_id, host.inside.you.peer_id]
    const offer = {
      connection: randomUUID(),
      first: true,
      description: { type: 'offer', sdp: 'v=0'.repeat(5000) },
    }
    const signal = heard(guest.socket, 'signal')
    expect(await ask(host.socket, 'signal', { to, ...offer })).toMatchObject({ ok: true })
    expect(await signal).toEqual({ from, ...offer })
    expect(
      await ask(host.socket, 'signal', { to: `${randomUUID()}.${randomUUID()}`, candidate: null }),
    ).toMatchObject({ ok: false, code: 'not_found', error: 'They’re not in this meeting.' })
    const formless = { to: `${'-'.repeat(36)}.${'-'.repeat(36)}`, candidate: null }
    expect(await ask(host.socket, 'signal', formless)).toMatchObject({ ok: false, code: 'invalid' })
    const huge = { to, description: { type: 'offer', sdp: 'v'.repeat(40_001) } }
    expect(await ask(host.socket, 'signal', huge)).toMatchObject({ ok: false, code: 'invalid' })

    const shown = heard<Peer>(host.socket, 'peer')
    await ask(guest.socket, 'state', { microphone: true, camera: false, screen: false, hand: true })
    expect(await shown).toMatchObject({ peer_id: to, state: { microphone: true, hand: true } })

    const told = heard<MeetingMessage>(host.socket, 'message')
    const said = { id: randomUUID(), text: 'See <b>page 3</b>' }
    for (let i = 0; i < 2; i++) expect(await ask(guest.socket, 'say', said)).toMatchObject({ ok: true })
    expect(await told).toMatchObject({ ...said, username: 'stan.student' })
    expect(await ask(host.socket, 'say', { ...said, text: 'Mine' })).toMatchObject({ code: 'conflict' })

    const muted = heard(guest.socket, 'muted')
    expect(await ask(host.socket, 'mute', { peer_id: to })).toMatchObject({ ok: true })
    await muted
    const { person_id } = host.inside.you
    for (const [event, whom] of [
      ['mute', { peer_id: from }],
      ['admit', { person_id }],
      ['refuse', { person_id }],
      ['remove', { person_id }],
    ] as const)
      expect([event, await ask(guest.socket, event, whom)]).toMatchObject([event, { code: 'forbidden' }])
    expect(await ask(host.socket, 'remove', { person_id })).toMatchObject({ code: 'conflict' })

    // From elsewhere: the same person, another stay.
    const replaced = heard(guest.socket, 'replaced')
    const elsewhere = await call(student)
    await replaced
    expect(elsewhere.inside.you.peer_id).not.toBe(to)
    expect(elsewhere.inside.messages).toMatchObject([said])
    expect(await ask(guest.socket, 'say', { id: randomUUID(), text: 'Still me' })).toMatchObject({
      ok: false,
    })
  })

  test('a person who loses the connection keeps the seat for a while, and gets it back', async () => {
    const { host, guest } = await together()
    const { peer_id } = guest.inside.you
    // The event that they came may arrive only after they are in.
    const lost = heard<Peer>(host.socket, 'peer', peer => peer.peer_id === peer_id && peer.lost)
    guest.socket.disconnect()
    await lost
    const back = heard<Peer>(host.socket, 'peer', peer => peer.peer_id === peer_id && !peer.lost)
    const again = await call(student, { peer_id })
    await back
    const left = heard(host.socket, 'left')
    const lostAgain = heard<Peer>(host.socket, 'peer', peer => peer.peer_id === peer_id && peer.lost)
    again.socket.disconnect()
    await lostAgain
    // Nobody hears from them for long enough.
    await eventually('the seat is lost', async () => {
      const { rows } = await sql`
        update meeting_peers set seen_at = seen_at - interval '20 seconds'
        where socket_id is null and stay = ${peer_id.split('.')[1]} returning 1`.execute(stack.db)
      return rows.length > 0
    })
    expect(await left).toEqual({ peer_id, reason: 'gone' })
  })

  test('a person who comes back anew when their seat has just expired leaves no former self in the call', async () => {
    const { host, guest } = await together()
    const { peer_id } = guest.inside.you
    const lost = heard<Peer>(host.socket, 'peer', peer => peer.peer_id === peer_id && peer.lost)
    guest.socket.disconnect()
    await lost
    const token = await passInto(student, meeting)
    const socket = await enterLive(student, '/meetings')
    open.push(socket)
    const left = heard(host.socket, 'left')
    // Before any server looks for expired seats.
    await sql`update meeting_peers set seen_at = seen_at - interval '20 seconds' where socket_id is null`.execute(
      stack.db,
    )
    expect(await ask(socket, 'enter', { token })).toMatchObject({ ok: true })
    expect(await left).toMatchObject({ peer_id })
  })

  test('a person who leaves while disconnected is gone once the next connection says so', async () => {
    const { host, guest } = await together()
    const { peer_id } = guest.inside.you
    const isPresent = async () => (await get(tutor)).body.people[1]!.present
    const connected = async (person: Person) => {
      const socket = await enterLive(person, '/meetings', second)
      open.push(socket)
      return socket
    }
    const lost = heard<Peer>(host.socket, 'peer', peer => peer.peer_id === peer_id && peer.lost)
    stack.clock.advance({ minutes: 5 })
    guest.socket.disconnect()
    await lost
    await ask(await connected(stranger), 'leave', { peer_id })
    expect(await isPresent()).toBe(true)
    const left = heard(host.socket, 'left')
    stack.clock.advance({ seconds: 3 })
    await ask(await connected(student), 'leave', { peer_id })
    expect(await left).toEqual({ peer_id, reason: 'left' })
    expect(await isPresent()).toBe(false)
    expect((await attendance(tutor))[1]!.seconds).toBe(300)
  })

  test('attendance adds up for both sides, and everyone is out a quarter of an hour after the end', async () => {
    const { host, guest } = await together()
    stack.clock.advance({ minutes: 5 })
    await ask(guest.socket, 'leave', {})
    stack.clock.advance({ minutes: 2 })
    expect((await get(tutor)).body.people).toMatchObject([{ present: true }, { present: false }])
    const again = await call(student)
    const last = end().subtract({ seconds: 1 })
    moveTo(last)
    await ask(again.socket, 'leave', {})
    await eventually(
      'the host’s stay is written down',
      async () => (await attendance(tutor))[0]!.left_at === iso(last),
    )
    moveTo(end().add({ minutes: 1 }))
    expect(await ending()).toBe('completed')
    // People who were in it at the end may come back; the room is closed to new ones.
    expect((await enterMeeting(student, meeting)).answer.ok).toBe(true)
    const closed = heard(host.socket, 'closed')
    moveTo(end().add({ minutes: 15 }))
    await closed
    expect((await get(tutor)).problem.detail).toBe(overAlready)
    const tutorsRow = {
      is_tutor: true,
      joined_at: iso(start()),
      left_at: iso(end().add({ minutes: 15 })),
      seconds: 45 * 60,
    }
    await eventually(
      'the host’s stay is written down',
      async () => (await attendance(tutor))[0]!.left_at === tutorsRow.left_at,
    )
    const [first, other] = await attendance(student)
    expect(first).toEqual(tutorsRow)
    expect(other).toMatchObject({ is_tutor: false, joined_at: iso(start()) })
    expect(other!.seconds).toBeGreaterThanOrEqual(28 * 60 - 1)
    expect(await attendance(tutor)).toEqual([first, other])
    expect((await stranger.call(meetings.attendance, { query: { bookingId: meeting } })).status).toBe(404)
  })

  test('a stay that begins between two milliseconds grows while the person stays', async () => {
    moveTo(start().add({ microseconds: 137 }))
    const { host, guest } = await together()
    stack.clock.advance({ minutes: 5, microseconds: 41 })
    // Nobody leaves: their server keeps reporting them.
    await eventually('both stays are written down', async () => {
      const stays = await attendance(tutor)
      return stays.every(({ seconds }) => seconds === 300)
    })
    for (const { socket } of [host, guest]) socket.disconnect()
    expect(await ending()).toBe('completed')
  })

  test('two people who only request credentials haven’t met', async () => {
    for (const minutes of [0, 5, 10]) {
      moveTo(start().add({ minutes }))
      for (const person of [tutor, student]) {
        // The way clients used to ask.
        for (const lobby of [false, true]) {
          const answer = await person.fetch(meetings.credentials.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ bookingId: meeting, lobby }),
          })
          expect(answer.status).toBe(200)
        }
      }
    }
    expect((await attendance(tutor)).map(({ joined_at }) => joined_at)).toEqual([null, null])
    expect(await ending()).toBe('missed')
  })

  test('a person who only waits at the door, or was refused there, hasn’t met anyone', async () => {
    moveTo(start())
    const host = await call(tutor)
    const { answer, socket } = await knock(student)
    expect(answer).toEqual({ ok: true, data: { admitted: false } })
    stack.clock.advance({ minutes: 10 })
    const refused = heard(socket, 'refused')
    await ask(host.socket, 'refuse', { person_id: await idOf(student) })
    await refused
    stack.clock.advance({ minutes: 10 })
    const [, guest] = await attendance(tutor)
    expect(guest).toMatchObject({ joined_at: null, seconds: 0 })
    expect(await ending()).toBe('missed')
  })

  test('three seconds together, again and again, aren’t a meeting', async () => {
    moveTo(start())
    const host = await call(tutor)
    await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } })
    for (let i = 0; i < 5; i++) {
      const guest = await call(student)
      stack.clock.advance({ seconds: 3 })
      await ask(guest.socket, 'leave', {})
      stack.clock.advance({ minutes: 1 })
    }
    await ask(host.socket, 'leave', {})
    await tutor.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'ask' } })
    expect((await attendance(tutor)).map(({ seconds }) => seconds)).toEqual([315, 15])
    expect(await ending()).toBe('missed')
  })

  test('a person who stays connected after the end counts until the end, and no longer', async () => {
    await together({ at: end().subtract({ minutes: 4 }) })
    moveTo(end().add({ minutes: 15 }))
    await eventually('both are out', async () =>
      (await attendance(tutor)).every(({ seconds }) => seconds === 19 * 60),
    )
    expect(await ending()).toBe('missed')
  })

  test('their stays count up to the end, also if it is judged before their server has written the last seconds', async () => {
    await together({ at: end().subtract({ minutes: 5, seconds: 1 }) })
    moveTo(end())
    expect(await ending()).toBe('completed')
  })

  test('a server that dies loses only the last seconds of a stay, and returning continues it', async () => {
    const { host, guest } = await together({ url: second })
    stack.clock.advance({ minutes: 3 })
    await eventually('both stays are written down', async () =>
      (await attendance(tutor)).every(({ seconds }) => seconds === 180),
    )
    // Nobody reports that their connections are gone.
    await sql`update meeting_peers set socket_id = 'of the dead', seen_at = seen_at - interval '20 seconds'`.execute(
      stack.db,
    )
    stack.clock.advance({ minutes: 10 })
    const back = [
      await call(tutor, { peer_id: host.inside.you.peer_id }),
      await call(student, { peer_id: guest.inside.you.peer_id }),
    ]
    stack.clock.advance({ minutes: 2 })
    for (const { socket } of back) await ask(socket, 'leave', {})
    expect((await attendance(tutor)).map(({ seconds }) => seconds)).toEqual([300, 300])
    expect(await ending()).toBe('completed')
  })

  test('everyone keeps the seat when the database was away for longer than a seat is kept, on every server', async () => {
    const { host, guest } = await together({ url: second })
    await sql`update meeting_peers set seen_at = seen_at - interval '20 seconds'`.execute(stack.db)
    await eventually('both are reported again', async () => {
      const { rows } = await sql`
        select from meeting_peers where seen_at > clock_timestamp() - interval '15 seconds'`.execute(stack.db)
      return rows.length === 2
    })
    stack.clock.advance({ minutes: 6 })
    for (const { socket } of [host, guest]) await ask(socket, 'leave', {})
    expect((await attendance(tutor)).map(({ seconds }) => seconds)).toEqual([360, 360])
    expect(await ending()).toBe('completed')
  })

  test('a person whose seat was cleared while their server was silent is called back to it', async () => {
    const { host, guest } = await together({ url: second })
    const { peer_id } = guest.inside.you
    const calledBack = heard(guest.socket, 'disconnect')
    await sql`delete from meeting_peers where stay = ${peer_id.split('.')[1]}`.execute(stack.db)
    await calledBack
    const back = await call(student, { peer_id })
    stack.clock.advance({ minutes: 6 })
    for (const { socket } of [host, back]) await ask(socket, 'leave', {})
    expect((await attendance(tutor)).map(({ seconds }) => seconds)).toEqual([360, 360])
    expect(await ending()).toBe('completed')
  })

  test('a cancellation before the start ends it for both, on every server', async () => {
    moveTo(start().subtract({ minutes: 5 }))
    const host = await call(tutor)
    const guest = await knock(student)
    const gone = Promise.all([host, guest].map(({ socket }) => heard(socket, 'disconnect')))
    await tutor.call(bookings.cancel, { body: { bookingId: meeting, remarks: '' } })
    await gone
    await moneyDone(stack)
  })
})
