import { payments } from '#shared/api/payments.ts'
import { bookingOf, pay, type Slot, weekOfTiles } from '../factories/bookings.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'

export type Turn = {
  student: Person
  name: string
  tutor: Person
  tutorName: string
  postId: string
  slot: Slot
}
export type Held = Turn & { id: string; url: string }

/** People who pay and get paid. Each turn has its own half hour of a tutor’s week. */
export type Crowd = { next: () => Turn; held: () => Promise<Held>; paid: (card?: string) => Promise<Held> }

/**
 * An odd number, and no divisor of a tutor's week, so that tutors, whose weeks are alike, never meet a
 * student at the same time.
 */
const usualStudents = 97
const tilesOfTutor = 250
/**
 * Further ahead than the deadline for a full refund, and than the minutes by which the runs move the clock.
 */
const firstTile = 48

/** A crowd for this many bookings: half hours at $40.00 an hour. A student can hold only a few at once. */
export async function makeCrowd(
  stack: Pick<Stack, 'db' | 'signIn'>,
  bookings: number,
  people = usualStudents,
): Promise<Crowd> {
  const students: [string, Person][] = []
  for (let n = 0; n < Math.min(people, bookings); n++) {
    students.push([`payer${n}`, await stack.signIn(`payer${n}`)])
  }
  const times: Omit<Turn, 'student' | 'name'>[] = []
  for (let n = 0; n * tilesOfTutor < bookings; n++) {
    const tutorName = `earner${n}`
    const tutor = await stack.signIn(tutorName)
    const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
    const tiles = (await weekOfTiles(students[0]![1], postId)).slice(firstTile, firstTile + tilesOfTutor)
    times.push(...tiles.map(slot => ({ tutor, tutorName, postId, slot })))
  }
  let turn = 0
  const next = () => {
    const [name, student] = students[turn % students.length]!
    const time = times[turn++]
    if (!time) throw new Error('The crowd has no more times')
    return { student, name, ...time }
  }
  const held = async () => {
    const its = next()
    return { ...its, ...(await holdFor(its)) }
  }
  return {
    next,
    held,
    async paid(card) {
      const one = await held()
      await pay(one.url, card)
      return one
    },
  }
}

/**
 * Retries while the server is too busy, as people do: on a slow machine the full figures are a lot at once.
 */
export async function holdFor({
  student,
  postId,
  slot,
}: Pick<Turn, 'student' | 'postId' | 'slot'>): Promise<{ id: string; url: string }> {
  for (;;) {
    const { status, body, problem } = await student.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    if (status === 200) return { id: body.booking_id, url: body.url }
    if (status !== 503) throw new Error(`The booking was refused: ${problem.code} ${problem.detail}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
