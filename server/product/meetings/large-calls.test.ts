import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { openLine } from '#server/platform/media/janus-line.ts'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { logins } from '#shared/api/logins.ts'
import type { Peer } from '#shared/api/meeting-events.ts'
import { meetings } from '#shared/api/meetings.ts'
import type { Session } from '#shared/api/sessions.ts'
import { beginJob } from '../../../local/jobs.ts'
import { freePort } from '../../../local/ports.ts'
import { readBooking } from '../../../test/factories/bookings.ts'
import { enrolIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { enterCall, enterMeeting, type Inside } from '../../../test/factories/meetings.ts'
import { dayAhead, makeSession, savePlan, weekly } from '../../../test/factories/sessions.ts'
import { startBalancer } from '../../../test/harness/balancer.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startJanus, type TestJanus } from '../../../test/harness/janus.ts'
import { ask, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { missing } from '../../../test/harness/programs.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

const test = anyTest.skipIf(missing('janus').length > 0)

let janus: TestJanus
let small: Stack
let large: Stack
let hosts = 0

beforeAll(async () => {
  janus = await startJanus()
  ;[small, large] = await Promise.all([startStack(), startStack(janus.env)])
})
afterAll(async () => {
  await Promise.all([small?.close(), large?.close()])
  await janus?.close()
})

/** A free session with this many people enrolled, at its start, with its door open. */
async function group(stack: Stack, size: number) {
  const tutor = await stack.signIn('tara.tutor')
  const session: Session = await makeSession(stack, tutor, { rate: '' })
  const guests: Person[] = []
  for (let i = 0; i < size; i++) {
    const guest = await stack.signIn(`gina${i}.guest`)
    await enrolIn(session, guest)
    guests.push(guest)
  }
  const { id, starts_at } = session.upcoming[0]!
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(starts_at)))
  await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  return { tutor, guests, id }
}

test('without a media server four people have a call, and the fifth is told that it is full until one leaves', async () => {
  const { tutor, guests, id } = await group(small, 4)
  expect((await tutor.call(meetings.limits)).body.largest_call).toBe(4)
  const host = await enterCall(tutor, id)
  const inside = await Promise.all(guests.slice(1).map(guest => enterCall(guest, id)))
  expect((await enterMeeting(guests[0]!, id)).answer).toEqual({
    ok: false,
    code: 'meeting_full',
    error: 'Video works for up to 4 people at once here, including the host.',
  })
  // A person in it comes back to their own place.
  await enterCall(guests[1]!, id, { peer_id: inside[0]!.inside.you.peer_id })
  const left = heard(host.socket, 'left')
  await ask(inside[1]!.socket, 'leave', {})
  await left
  expect((await enterCall(guests[0]!, id)).inside.peers).toHaveLength(3)
})

test('without a media server guests who come first leave a place for the host', async () => {
  const { tutor, guests, id } = await group(small, 4)
  for (const guest of guests.slice(1)) await enterCall(guest, id)
  expect((await enterMeeting(guests[0]!, id)).answer).toMatchObject({ ok: false, code: 'meeting_full' })
  expect((await enterCall(tutor, id)).inside.peers).toHaveLength(3)
})

test('with one, an admitted person gets its room and a place there, and is removed from both', async () => {
  const { tutor, guests, id } = await group(large, 1)
  expect((await tutor.call(meetings.limits)).body.largest_call).toBe(null)
  await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'ask' } })
  const host = await enterCall(tutor, id)
  const waiting = heard<{ people: { person_id: string }[] }>(host.socket, 'waiting')
  const guest = await enterMeeting(guests[0]!, id)
  expect(guest.answer).toEqual({ ok: true, data: { admitted: false } })
  const [{ person_id } = { person_id: '' }] = (await waiting).people
  await ask(host.socket, 'admit', { person_id })
  const { inside } = await enterCall(guests[0]!, id)
  expect(inside.media).toMatchObject({ url: janus.url, room: host.inside.media!.room, feed: inside.you.feed })
  expect(inside.media!.feed).not.toBe(host.inside.media!.feed)

  const { url, room, feed, token, room_token } = inside.media!
  const line = await openLine(url, token)
  const join = { request: 'join', ptype: 'publisher', room, id: feed, token: room_token }
  expect(await line.ask(join)).toMatchObject({ videoroom: 'joined' })
  const present = async () =>
    ((await line.ask({ request: 'listparticipants', room })).participants as unknown[]).length
  expect(await present()).toBe(1)
  await ask(host.socket, 'remove', { person_id })
  expect(await present()).toBe(0)
  const again = await openLine(url, token)
  await expect(again.ask(join)).rejects.toThrow('(433)')
  again.close()

  // Once it is over, the room is removed there, too.
  large.clock.advance({ hours: 2 })
  await beginJob(large.db, 'end-meeting-media')
  await eventually('the room is removed', async () => {
    const { rows } = await sql`select from meeting_rooms where media_url is not null`.execute(large.db)
    return rows.length === 0
  })
  await expect(line.ask({ request: 'listparticipants', room })).rejects.toThrow('426')
  line.close()
})

test('nobody learns a person’s place at the media server before that person has it, also when they come back', async () => {
  const { tutor, guests, id } = await group(large, 2)
  const eve = await enterCall(guests[0]!, id)
  const told = () => heard<Peer>(eve.socket, 'peer')
  const feedOf = (inside: Inside) => inside.media!.feed

  const came = told()
  const { socket, inside } = await enterCall(guests[1]!, id, { feed: null })
  const feed = feedOf(inside)
  const { peer_id } = inside.you
  expect(await came).toMatchObject({ peer_id, feed: null })
  const { inside: late } = await enterCall(tutor, id)
  expect(late.peers.find(peer => peer.peer_id === peer_id)).toMatchObject({ feed: null })

  expect(await ask(socket, 'joined', { feed: feed + 1 })).toMatchObject({ ok: false, code: 'not_found' })
  const joined = told()
  expect(await ask(socket, 'joined', { feed })).toMatchObject({ ok: true })
  expect(await joined).toMatchObject({ peer_id, feed })

  const stayed = told()
  const again = await enterCall(guests[1]!, id, { peer_id, feed })
  expect([feedOf(again.inside), await stayed]).toMatchObject([feed, { peer_id, feed }])
  const lost = told()
  const anew = await enterCall(guests[1]!, id, { peer_id, feed: null })
  expect(await lost).toMatchObject({ peer_id, feed: null })
  expect(feedOf(anew.inside)).not.toBe(feed)
  // Others know the former number, and it isn't shown as theirs anymore, whoever names it.
  const claimed = await enterCall(guests[1]!, id, { peer_id, feed })
  expect(feedOf(claimed.inside)).not.toBe(feed)
})

test('a call whose session gets room for more people moves to the media server with everyone in it', async () => {
  const [tutor, ...guests] = [
    await large.signIn('tina.tutor'),
    await large.signIn('grace.guest'),
    await large.signIn('greta.guest'),
  ]
  const plan = { rate: '', capacity: 3 }
  const session: Session = await makeSession(large, tutor, plan)
  for (const guest of guests) await enrolIn(session, guest)
  const { id, starts_at } = session.upcoming[0]!
  large.clock.advance(large.clock.now().until(Temporal.Instant.from(starts_at).subtract({ minutes: 5 })))
  await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const before = [await enterCall(tutor, id), await enterCall(guests[0]!, id)]
  expect(before.map(({ inside }) => inside.media)).toEqual([null, null])
  expect((await savePlan(large, tutor, session, { ...plan, capacity: 30 })).status).toBe(200)

  const cut = Promise.all(before.map(({ socket }) => heard(socket, 'disconnect')))
  const late = await enterCall(guests[1]!, id)
  await cut
  const ids = before.map(({ inside }) => inside.you.peer_id)
  const after = [
    await enterCall(tutor, id, { peer_id: ids[0]!, feed: null }),
    await enterCall(guests[0]!, id, { peer_id: ids[1]!, feed: null }),
  ]
  expect(after.map(({ inside }) => inside.you.peer_id)).toEqual(ids)
  const { room } = late.inside.media!
  expect(after.map(({ inside }) => inside.media!.room)).toEqual([room, room])
  for (const { socket } of [late, ...after]) socket.disconnect()
})

test('a server without the media server of the others moves no call that somebody is in', async () => {
  const stack = await startStack(janus.env)
  try {
    const without = await stack.startSecond({
      JANUS_URLS: '',
      JANUS_ADMIN_KEY: '',
      JANUS_TOKEN_SECRET: '',
    })
    const { tutor, guests, id } = await group(stack, 1)
    const guest = guests[0]!
    const elsewhere = guest.at(without)
    const kindElsewhere = async () =>
      (await elsewhere.call(meetings.credentials, { body: { bookingId: id } })).body.kind
    const host = await enterCall(tutor, id)
    expect(await kindElsewhere()).toBe('sfu')
    expect((await enterMeeting(elsewhere, id)).answer).toMatchObject({ code: 'upstream_unavailable' })
    const { socket, inside } = await enterCall(guest, id)
    expect(inside.media!.room).toBe(host.inside.media!.room)
    expect(await ask(host.socket, 'state', host.inside.you.state)).toMatchObject({ ok: true })
    for (const one of [host.socket, socket]) await ask(one, 'leave', {})
    expect(await kindElsewhere()).toBe('peer')
  } finally {
    await stack.close()
  }
})

/** Somebody in a call, with their place at its media server, joined with the server's tokens. */
async function publishing(person: Person, id: string) {
  const { socket, inside } = await enterCall(person, id)
  const { url, room, feed, token, room_token } = inside.media!
  const line = await openLine(url, token)
  const join = { request: 'join', ptype: 'publisher', room, id: feed, token: room_token }
  expect(await line.ask(join)).toMatchObject({ videoroom: 'joined' })
  return {
    socket,
    line,
    async isThere() {
      const { participants } = await line.ask({ request: 'listparticipants', room })
      return (participants as { id: number }[]).some(one => one.id === feed)
    },
    /** The result of joining again with the same token. */
    async again() {
      const other = await openLine(url, token)
      const answer = await other.ask(join).then(
        () => 'joined',
        error => (error as Error).message,
      )
      other.close()
      return answer
    },
  }
}

const endings: Record<
  string,
  (world: { tutor: Person; guest: Person; operator: Person; sessionId: string }) => Promise<unknown>
> = {
  'signs out': ({ guest }) => guest.fetch('/api/auth/sign-out', { method: 'POST' }),
  'is suspended': async ({ guest, operator }) =>
    operator.call(admin.suspend, { body: { username: await usernameOf(guest), reason: 'Spam.' } }),
  'is blocked by the host': async ({ tutor, guest }) =>
    tutor.call(blocks.block, { body: { username: await usernameOf(guest) } }),
  'leaves the session': ({ guest, sessionId }) => guest.call(enrolments.leave, { body: { id: sessionId } }),
}

const usernameOf = async (person: Person) => (await person.call(logins.read)).body.login!.username

test.each(Object.entries(endings))(
  'a person who %s is removed from the media server too, and can’t return with the old token',
  async (_, end) => {
    const tutor = await large.signIn(`host${++hosts}.tutor`)
    const guests = [await large.signIn(`goes${hosts}.guest`), await large.signIn(`stays${hosts}.guest`)]
    const operator = await large.signIn('opal.operator')
    const session = await makeSession(large, tutor, { rate: '' })
    for (const guest of guests) await enrolIn(session, guest)
    const { id, starts_at } = session.upcoming[0]!
    large.clock.advance(large.clock.now().until(Temporal.Instant.from(starts_at)))
    await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
    const goes = await publishing(guests[0]!, id)
    const stays = await publishing(guests[1]!, id)
    const cut = heard(goes.socket, 'disconnect')
    await end({ tutor, guest: guests[0]!, operator, sessionId: session.id })
    await cut
    await eventually('they are out there', async () => !(await goes.isThere()))
    expect(await goes.again()).toContain('(433)')
    expect([await stays.isThere(), await stays.again()]).toEqual([true, expect.not.stringContaining('(433)')])
    for (const { socket, line } of [goes, stays]) {
      socket.disconnect()
      line.close()
    }
  },
)

test('so is a person who cancels a paid place, who leaves, or who left while the media server was unreachable', async () => {
  const tutor = await large.signIn(`host${++hosts}.tutor`)
  const guests = await Promise.all(
    ['cancels', 'leaves', 'lost'].map(name => large.signIn(`${name}${hosts}.guest`)),
  )
  const session = await makeSession(large, tutor)
  const places: string[] = []
  for (const guest of guests) places.push(await payPlaceIn(large, session, guest))
  const { id, starts_at } = session.upcoming[0]!
  large.clock.advance(large.clock.now().until(Temporal.Instant.from(starts_at).subtract({ minutes: 5 })))
  await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
  const [cancels, leaves, lost] = [
    await publishing(guests[0]!, id),
    await publishing(guests[1]!, id),
    await publishing(guests[2]!, id),
  ]
  expect((await guests[0]!.call(bookings.cancel, { body: { bookingId: places[0]! } })).status).toBe(200)
  await eventually('who canceled is out', async () => !(await cancels.isThere()))
  expect(await cancels.again()).toContain('(433)')
  await ask(leaves.socket, 'leave', {})
  expect(await leaves.isThere()).toBe(false)
  expect(await leaves.again()).toContain('(433)')
  expect(await lost.isThere()).toBe(true)
  // As though the server had died in between.
  await sql`delete from meeting_peers where feed is not null`.execute(large.db)
  await beginJob(large.db, 'withdraw-media')
  await eventually('who is gone is out', async () => !(await lost.isThere()))
  expect(await lost.again()).toContain('(433)')
  for (const { socket, line } of [cancels, leaves, lost]) {
    socket.disconnect()
    line.close()
  }
})

test('a media server that doesn’t answer holds up nobody’s removal from another, however many rooms it has', async () => {
  let asked = 0
  const silent = createServer(() => asked++).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const tutor = await large.signIn(`host${++hosts}.tutor`)
  const others = await large.signIn(`host${hosts}.other`)
  const guest = await large.signIn(`lost${hosts}.guest`)
  const session = await makeSession(large, tutor, { rate: '' })
  const many = await makeSession(large, others, { ...weekly(dayAhead(large, 2)), rate: '' })
  await sql`
    insert into meeting_rooms (occurrence_id, host_id, kind, media_url, media_room, media_secret, created_at)
    select id, (select owner_id from sessions where sessions.id = session_id), 'sfu', ${`ws://127.0.0.1:${port}`}, 1, 'secret', now()
    from occurrences where session_id = ${many.id}`.execute(large.db)
  try {
    await enrolIn(session, guest)
    const { id, starts_at } = session.upcoming[0]!
    large.clock.advance(large.clock.now().until(Temporal.Instant.from(starts_at)))
    await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
    const lost = await publishing(guest, id)
    await sql`delete from meeting_peers where feed is not null`.execute(large.db)
    await beginJob(large.db, 'withdraw-media')
    await eventually('who is gone is out', async () => !(await lost.isThere()))
    // Once each time: the minute's own run may come, too.
    expect(asked).toBeLessThanOrEqual(2)
    lost.line.close()
  } finally {
    await sql`delete from meeting_rooms where media_secret = 'secret'`.execute(large.db)
    silent.close()
  }
})

test('a database that fails during the removal of rooms is tried again, and isn’t taken for a media server that is away', async () => {
  const { tutor, id } = await group(large, 0)
  const { socket } = await enterCall(tutor, id)
  socket.disconnect()
  large.clock.advance({ hours: 2 })
  await sql`create function keep_media() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`.execute(
    large.db,
  )
  await sql`create trigger stuck before update on meeting_rooms for each row
    when (old.media_url is not null and new.media_url is null) execute function keep_media()`.execute(
    large.db,
  )
  try {
    await beginJob(large.db, 'end-meeting-media')
    await eventually('the failure is known', async () => {
      const { rows } = await sql`
        select from pgboss.job
        where name = 'end-meeting-media' and output->>'message' like '%out of order%'`.execute(large.db)
      return rows.length > 0
    })
  } finally {
    await sql`drop function keep_media cascade`.execute(large.db)
  }
  await eventually('the room is removed', async () => {
    const { rows } = await sql`
      select from meeting_rooms where occurrence_id = ${id} and media_url is not null`.execute(large.db)
    return rows.length === 0
  })
})

test('without its media server nobody who is in a call leaves it or its chat, and nobody else comes in', async () => {
  const only = await startJanus()
  const stack = await startStack(only.env)
  try {
    const { tutor, guests, id } = await group(stack, 2)
    const host = await enterCall(tutor, id)
    const before = await enterCall(guests[0]!, id)
    const { peer_id } = before.inside.you
    await only.close()
    const again = await enterMeeting(guests[0]!, id, { peer_id, feed: null })
    expect(again.answer).toMatchObject({
      ok: true,
      data: { admitted: true, you: { peer_id }, media: 'away' },
    })
    const message = heard(host.socket, 'message')
    const said = { id: randomUUID(), text: 'The video is away.' }
    expect(await ask(again.socket, 'say', said)).toMatchObject({ ok: true })
    expect(await message).toMatchObject(said)
    expect((await enterMeeting(guests[1]!, id)).answer).toMatchObject({
      ok: false,
      code: 'upstream_unavailable',
    })
    const seated = await stack.db.selectFrom('meeting_peers').select(['stay']).execute()
    expect(seated.map(({ stay }) => stay).toSorted()).toEqual(
      [host.inside.you, before.inside.you].map(you => you.peer_id.split('.')[1]).toSorted(),
    )
  } finally {
    await stack.close()
  }
})

test('without its media server a person keeps their place in a call in another window, and whoever is refused hasn’t come', async () => {
  const only = await startJanus()
  const stack = await startStack(only.env)
  try {
    const { tutor, guests, id } = await group(stack, 2)
    const host = await enterCall(tutor, id)
    const before = await enterCall(guests[0]!, id)
    await only.close()
    const replaced = heard(before.socket, 'replaced')
    const { socket, answer } = await enterMeeting(guests[0]!, id)
    await replaced
    expect(answer).toMatchObject({ ok: true, data: { admitted: true, media: 'away' } })
    const message = heard(host.socket, 'message')
    const said = { id: randomUUID(), text: 'I’m on my phone now.' }
    expect(await ask(socket, 'say', said)).toMatchObject({ ok: true })
    expect(await message).toMatchObject(said)
    expect((await enterMeeting(guests[1]!, id)).answer).toMatchObject({ code: 'upstream_unavailable' })
    const { body } = await tutor.call(meetings.attendance, { query: { bookingId: id } })
    expect(body.people.map(({ joined_at }) => joined_at !== null)).toEqual([true, true, false])
  } finally {
    await stack.close()
  }
})

test('a meeting doesn’t begin while its media server is away', async () => {
  const only = await startJanus()
  const stack = await startStack(only.env)
  try {
    const [tutor, student] = [await stack.signIn('tara.tutor'), await stack.signIn('stan.student')]
    const session = await makeSession(stack, tutor)
    const place = await payPlaceIn(stack, session, student)
    const { id, starts_at } = session.upcoming[0]!
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(starts_at)))
    await only.close()
    expect((await enterMeeting(tutor, id)).answer).toMatchObject({ code: 'upstream_unavailable' })
    expect((await readBooking(student, place)).status).toBe('approved')
  } finally {
    await stack.close()
  }
})

test('people who enter again leave a killed media server for another, and everyone meets there', async () => {
  const two = await Promise.all([startJanus(), startJanus()])
  const stack = await startStack({ ...two[0].env, JANUS_URLS: two.map(({ url }) => url).join(',') })
  try {
    const { tutor, guests, id } = await group(stack, 1)
    const people = [tutor, ...guests]
    const before = await Promise.all(people.map(person => enterCall(person, id)))
    const { url, room } = before[0]!.inside.media!
    await two.find(one => one.url === url)!.close()
    const left = two.find(one => one.url !== url)!
    const after = await Promise.all(
      people.map((person, at) => enterCall(person, id, { peer_id: before[at]!.inside.you.peer_id })),
    )
    const rooms = after.map(({ inside }) => inside.media!)
    expect(rooms.map(media => media.url)).toEqual([left.url, left.url])
    expect(rooms[1]!.room).toBe(rooms[0]!.room)
    expect(rooms[0]!.room).not.toBe(room)
    for (const { room, feed, token, room_token } of rooms) {
      const line = await openLine(left.url, token)
      const join = { request: 'join', ptype: 'publisher', room, id: feed, token: room_token }
      expect(await line.ask(join)).toMatchObject({ videoroom: 'joined' })
      line.close()
    }
  } finally {
    await stack.close()
    await Promise.all(two.map(one => one.close()))
  }
})

/** A media server behind a proxy that can refuse connections, and another one, with a server that uses both. */
async function behindProxy() {
  const [near, other] = await Promise.all([startJanus(), startJanus()])
  const port = await freePort()
  const url = `ws://127.0.0.1:${port}`
  const open = () => startBalancer(port, [near.url])
  let proxy = await open()
  const stack = await startStack({ ...near.env, JANUS_URLS: `${url},${other.url}` })
  return {
    near,
    other,
    url,
    stack,
    refuseNext: () => proxy.refuseNext(),
    goAway: () => proxy.close(),
    comeBack: async () => {
      proxy = await open()
    },
    async close() {
      await stack.close()
      await Promise.all([proxy, near, other].map(one => one.close()))
    },
  }
}

test('a media server that refuses one connection keeps its calls, so that those who come later meet the others', async () => {
  const world = await behindProxy()
  try {
    const { tutor, guests, id } = await group(world.stack, 1)
    const before = await enterCall(tutor, id)
    expect(before.inside.media!.url).toBe(world.url)
    world.refuseNext()
    const { url, room } = (await enterCall(guests[0]!, id)).inside.media!
    expect([url, room]).toEqual([world.url, before.inside.media!.room])
  } finally {
    await world.close()
  }
})

test('a call that moves leaves nobody in its former room, also when that room’s media server is back only later', async () => {
  const world = await behindProxy()
  try {
    const { tutor, guests, id } = await group(world.stack, 1)
    const { room, feed, token, room_token } = (await enterCall(tutor, id)).inside.media!
    // The host's browser reaches the media server all the time.
    const line = await openLine(world.near.url, token)
    await line.ask({ request: 'join', ptype: 'publisher', room, id: feed, token: room_token })
    await world.goAway()
    expect((await enterCall(guests[0]!, id)).inside.media!.url).toBe(world.other.url)
    expect(await line.ask({ request: 'listparticipants', room })).toMatchObject({
      participants: [{ id: feed }],
    })
    await world.comeBack()
    await eventually('the former room is gone', () =>
      line.ask({ request: 'listparticipants', room }).then(
        () => false,
        error => (error as Error).message.includes('(426)'),
      ),
    )
    line.close()
  } finally {
    await world.close()
  }
})
