import { account } from '#shared/api/account.ts'
import { bookings } from '#shared/api/bookings.ts'
import { freeTiles, request } from '../factories/bookings.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { answered, type Race, run } from './bookings.ts'

type Pair = { tutor: Named; student: Named; bookingId: string }
type Named = { person: Person; username: string }

const close = ({ person, username }: Named) =>
  answered(() => person.call(account.remove, { body: { username } }))

const decide = ({ tutor, bookingId }: Pair, call: 'approve' | 'reject') =>
  answered(() =>
    tutor.person.call(bookings[call], { body: { bookingId, remarks: 'See you there.', terms: true } }),
  )

/** A student and a tutor with a paid request between them, new for each round. */
async function requested(stack: Stack, name: string): Promise<Pair> {
  const named = async (username: string) => ({ person: await stack.signIn(username), username })
  // Ids grow with time, and locks go by id order, so each person is the older one once.
  const [first, second] = [await named(`${name}.a`), await named(`${name}.b`)]
  const [tutor, student] = name.endsWith('t') ? [first, second] : [second, first]
  const postId = await makeTutor(stack, tutor.person, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
  // Really paid: the refund of a payment that the provider doesn't have fails, and then its student can't leave.
  const bookingId = await request(
    stack,
    student.person,
    postId,
    (await freeTiles(student.person, postId, 3))[0]!,
  )
  return { tutor, student, bookingId }
}

/** A tutor answers a request while its student closes their account. The closing's answer comes last. */
export async function answersToLeavers(stack: Stack, rounds: number): Promise<Race> {
  return run(stack, rounds, async n => {
    const pair = await requested(stack, `leaver${n}${n % 2 ? 't' : 's'}`)
    return Promise.all([decide(pair, 'approve'), decide(pair, 'reject'), close(pair.student)])
  })
}

/** Both people of a request close their accounts. */
export async function pairsOfLeavers(stack: Stack, rounds: number): Promise<Race> {
  return run(stack, rounds, async n => {
    const { tutor, student } = await requested(stack, `pair${n}${n % 2 ? 't' : 's'}`)
    return Promise.all([close(tutor), close(student)])
  })
}
