import { sql } from 'kysely'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { openLine } from '#server/platform/media/janus-line.ts'
import { meetings } from '#shared/api/meetings.ts'
import type { Session } from '#shared/api/sessions.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { enterCall, enterMeeting } from '../../../test/factories/meetings.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startJanus, type TestJanus } from '../../../test/harness/janus.ts'
import { beginJob } from '../../../test/harness/jobs.ts'
import { ask, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { missing } from '../../../test/harness/programs.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

const test = anyTest.skipIf(missing('janus').length > 0)

let janus: TestJanus
let small: Stack
let large: Stack

beforeAll(async () => {
  janus = await startJanus()
  ;[small, large] = await Promise.all([startStack(), startStack(janus.env)])
})
afterAll(async () => {
  await Promise.all([small?.close(), large?.close()])
  await janus?.close()
})

/** A free session with so many people enrolled, at its start, with its door open. */
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

test('without a media server four people have a call, and the fifth is told so until one leaves', async () => {
  const { tutor, guests, id } = await group(small, 4)
  expect((await tutor.call(meetings.limits)).body.largest_call).toBe(4)
  const host = await enterCall(tutor, id)
  const inside = await Promise.all(guests.slice(1).map(guest => enterCall(guest, id)))
  expect((await enterMeeting(guests[0]!, id)).answer).toEqual({
    ok: false,
    code: 'meeting_full',
    error: 'Video works for up to 4 people at once here.',
  })
  // One who is in it comes back to their own place.
  await enterCall(guests[1]!, id, { peer_id: inside[0]!.inside.you.peer_id })
  const left = heard(host.socket, 'left')
  await ask(inside[1]!.socket, 'leave', {})
  await left
  expect((await enterCall(guests[0]!, id)).inside.peers).toHaveLength(3)
})

test('with one, who is let in gets its room and a place of their own there, and is put out of both', async () => {
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
  await expect(again.ask(join)).rejects.toThrow('433')
  again.close()

  // Once it is over for good the room is gone there, too.
  large.clock.advance({ hours: 2 })
  await beginJob(large.db, 'end-meeting-media')
  await eventually('the room is removed', async () => {
    const { rows } = await sql`select from meeting_rooms where media_url is not null`.execute(large.db)
    return rows.length === 0
  })
  await expect(line.ask({ request: 'listparticipants', room })).rejects.toThrow('426')
  line.close()
})

test('a killed media server is left for another by whoever enters again, and everyone meets there', async () => {
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
