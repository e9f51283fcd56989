import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { sessions } from '#shared/api/sessions.ts'
import { enrolIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { dayAhead, makeSession, readSession, savePlan } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person

beforeAll(async () => {
  stack = await startStack()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

afterAll(() => stack?.close())

type Read = { status: number; [property: string]: string | number }

/** The properties of a calendar file, by name. */
async function read(person: Person, path: string, id: string): Promise<Read> {
  const answer = await person.fetch(path.replace('{id}', id))
  const lines = (await answer.text()).replaceAll('\r\n ', '').split('\r\n')
  const said = lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
  return { ...Object.fromEntries(said), status: answer.status }
}

test('a free in-person session goes into its people’s calendars with its location, and says when it moves', async () => {
  const day = dayAhead(stack, 2)
  const free = { rate: '', starts_on: day, location: 'Library; room 214' }
  const session = await makeSession(stack, tutor, free)
  const { id } = session.upcoming[0]!
  await enrolIn(session, student)
  const { path } = sessions.calendar
  const before = await read(student, path, id)
  expect(before).toMatchObject({
    status: 200,
    SUMMARY: 'Heaps\\, together with Tara Tutor',
    LOCATION: 'Library\\; room 214',
    STATUS: 'CONFIRMED',
    URL: `${stack.url}/sessions/${session.id}`,
  })
  expect(await read(tutor, path, id)).toMatchObject({ SUMMARY: 'Heaps\\, together', UID: before.UID })
  expect((await read(other, path, id)).status).toBe(404)

  await savePlan(stack, tutor, await readSession(tutor, session.id), {
    ...free,
    start_time: '15:00',
    end_time: '16:00',
  })
  const moved = await read(student, path, id)
  expect(moved.UID).toBe(before.UID)
  expect(moved.DTSTART).not.toBe(before.DTSTART)
  expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE))
  await tutor.call(sessions.remove, { body: { id: session.id } })
  expect(await read(student, path, id)).toMatchObject({ STATUS: 'CANCELLED', UID: before.UID })
})

test('a paid place says where it is: on site, or in its room', async () => {
  const starts_on = dayAhead(stack, 3)
  const there = await makeSession(stack, tutor, { starts_on, location: 'Library, room 214' })
  const online = await makeSession(stack, tutor, { starts_on, start_time: '12:00', end_time: '13:00' })
  const [atPlace, inRoom] = [
    await payPlaceIn(stack, there, student),
    await payPlaceIn(stack, online, student),
  ]
  const { path } = bookings.calendar
  expect((await read(student, path, atPlace)).LOCATION).toBe('Library\\, room 214')
  expect((await read(student, path, inRoom)).LOCATION).toBe(`${stack.url}/meeting/live/${inRoom}`)
  const { body } = await student.call(bookings.get, { params: { id: atPlace }, query: {} })
  expect(body.booking.location).toBe('Library, room 214')
  // A student who hasn't paid can't get it; one who has paid gets it from their booking, which knows about
  // cancellations.
  expect((await read(student, sessions.calendar.path, there.upcoming[0]!.id)).status).toBe(404)
})
