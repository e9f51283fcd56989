import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { bookingOf, readBooking, type Slot, zone } from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let student: Person
let tutor: Person
let slots: Slot[]

beforeAll(async () => {
  stack = await startStack()
  student = await stack.signIn('stan.student')
  tutor = await stack.signIn('tara.tutor')
  await tutor.call(profiles.save, { body: { hourly_rate: '36.00' } })
  const hours = ['00:00 - 00:00']
  const schedule = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours }
  await tutor.call(schedules.save, { body: { schedule, timezone: 'UTC' } })
  const query = { tutor: 'Tara.Tutor', timezone: zone }
  const { body } = await student.call(schedules.tiles, { query })
  expect(body).toMatchObject({ refusal: null, tutor: { username: 'tara.tutor' } })
  slots = body.days[2]!.tiles.map(({ start, end }) => ({ start, end }))
})
afterAll(() => stack?.close())

const quote = (asker: Person, more: object) =>
  asker.call(payments.quote, { query: { ...slots[0]!, ...more } })

/** Books a slot of the tutor; returns the booking. */
async function book(slot: Slot, more: { course_id?: number } = {}) {
  const { post_id: _, ...times } = bookingOf('', slot)
  const { body } = await student.call(payments.bookSlot, {
    body: { ...times, ...slot, tutor: 'tara.tutor', ...more },
  })
  return readBooking(student, body.booking_id)
}

test('a tutor is booked by name, for a course or in general, at their rate', async () => {
  expect((await quote(student, { tutor: 'tara.tutor' })).body).toMatchObject({ amount: '18.00', minutes: 30 })
  const general = await book(slots[0]!)
  expect(general).toMatchObject({
    topic: 'One-to-one meeting',
    post_id: null,
    course_id: null,
    amount: '18.00',
  })
  expect((await book(slots[0]!)).id).toBe(general.id)
})

test('the topic is the course, shortened if its title is very long', async () => {
  const { courseId } = await addSection(stack.db, {
    course: 'RIV 7',
    courseTitle: 'R'.repeat(200),
    crn: '51000',
  })
  expect(await book(slots[1]!, { course_id: courseId })).toMatchObject({
    topic: `RIV 7 ${'R'.repeat(114)}`,
    course_id: courseId,
  })
})

test('you can’t book yourself, a person who is unknown or hidden, or for a course that doesn’t exist', async () => {
  const by = async (asker: Person, more: object) => (await quote(asker, more)).status
  expect(await by(tutor, { tutor: 'tara.tutor' })).toBe(409)
  expect(await by(student, { tutor: 'nobody.here' })).toBe(404)
  expect(await by(student, { tutor: 'tara.tutor', course_id: 999_999_999 })).toBe(404)
  expect(await by(student, { tutor: '' })).toBe(422)
  expect(await by(student, {})).toBe(422)
  expect(await by(stack.visitor(), { tutor: 'tara.tutor' })).toBe(401)
  const blocked = await stack.signIn('bo.blocked')
  await tutor.call(blocks.block, { body: { username: 'bo.blocked' } })
  expect(await by(blocked, { tutor: 'tara.tutor' })).toBe(404)
})
