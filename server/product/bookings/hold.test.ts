import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { bookingsADay, payments } from '#shared/api/payments.ts'
import { bookingOf, hold, request, type Slot, weekOfTiles } from '../../../test/factories/bookings.ts'
import { stopTheClock } from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let student: Person
let posts: string[]

beforeAll(async () => {
  stack = await startStack()
  await stopTheClock(stack)
  student = await stack.signIn('stan.student')
  posts = []
  for (const name of ['tara.tutor', 'theo.tutor', 'tess.tutor']) {
    posts.push(await makeTutor(stack, await stack.signIn(name)))
  }
})

afterAll(() => stack?.close())

async function hourOf(postId: string, which: number) {
  const tiles = await weekOfTiles(student, postId)
  const hours = tiles.filter(({ end }, n) => end === tiles[n + 1]?.start)
  const { start } = hours[which]!
  return { start, end: new Date(Date.parse(start) + 3_600_000).toISOString() }
}

/** Holds an hour of a tutor's and releases it at once, this many times; then asks for one more. */
async function holdAgainAndAgain(postId: string, times: number) {
  for (let n = 0; n < times; n++) {
    const { id } = await hold(student, postId, await hourOf(postId, 10 + (n % 2) * 4))
    expect((await student.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(200)
    stack.clock.advance({ minutes: 10 })
  }
  return student.call(payments.bookSlot, { body: bookingOf(postId, await hourOf(postId, 20)) })
}

test('a student can hold a limited number of hours with one tutor in a day without paying, and twice that with all', async () => {
  const [first, second, third] = posts as [string, string, string]
  // Paid time doesn’t count.
  await request(stack, student, first, await hourOf(first, 30))
  const ofOne = await holdAgainAndAgain(first, 6)
  expect([ofOne.status, ofOne.problem.code, ofOne.problem.detail]).toEqual([
    429,
    'rate_limited',
    'You’ve held too many meeting times without paying. Try again in 23 hours.',
  ])
  expect(Number(ofOne.headers.get('retry-after'))).toBe(23 * 3600)
  expect((await holdAgainAndAgain(second, 6)).status).toBe(429)
  const ofAll = await student.call(payments.bookSlot, { body: bookingOf(third, await hourOf(third, 20)) })
  expect([ofAll.status, ofAll.problem.detail]).toEqual([
    429,
    'You’ve held too many meeting times without paying. Try again in 22 hours.',
  ])

  // A day after the first of them, its hour can be held again, and no more.
  stack.clock.advance({ hours: 22 })
  const { id } = await hold(student, third, await hourOf(third, 20))
  expect((await student.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(200)
  const more = await student.call(payments.bookSlot, { body: bookingOf(third, await hourOf(third, 20)) })
  expect([more.status, more.problem.detail]).toEqual([
    429,
    'You’ve held too many meeting times without paying. Try again in 10 minutes.',
  ])
})

test('a student can pay for a limited number of bookings in a day, canceled or not, however many they ask for at once', async () => {
  const payer = await stack.signIn('paula.pays')
  const postId = await makeTutor(stack, await stack.signIn('tilda.tutor'))
  const hours = await Promise.all([10, 14, 18, 22].map(which => hourOf(postId, which)))
  for (let n = 0; n < bookingsADay - 2; n++) {
    const bookingId = await request(stack, payer, postId, hours[0]!)
    expect((await payer.call(bookings.cancel, { body: { bookingId } })).status).toBe(200)
  }
  stack.clock.advance({ hours: 1 })
  const ask = (slot: Slot) => payer.call(payments.bookSlot, { body: bookingOf(postId, slot) })
  const answers = await Promise.all(hours.map(ask))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  const refused = answers.find(({ status }) => status === 429)!
  expect([refused.problem.code, refused.problem.detail]).toEqual([
    'quota_exceeded',
    'You’ve booked 50 times in 24 hours, the most you can book. Try again in 23 hours.',
  ])
  stack.clock.advance({ hours: 23 })
  expect((await ask(await hourOf(postId, 26))).status).toBe(200)
})
