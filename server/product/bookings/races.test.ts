import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#shared/api/payments.ts'
import { bookingOf, controlPayments, freeTiles } from '../../../test/factories/bookings.ts'
import { providerState } from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import {
  decisions,
  oneAttempt,
  oneSlot,
  oneStudent,
  overlapping,
  overlaps,
} from '../../../test/races/bookings.ts'

/** A few rounds of each; `npm run hard -- R-1` and so on run them at their full figures and time them. */
let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

describe('of many simultaneous requests', () => {
  test('one person gets a slot, and everyone else hears that it is booked', async () => {
    const { rounds, deadlocks } = await oneSlot(stack, { people: 10, rounds: 4 })
    for (const answers of rounds) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'slot_taken')).toHaveLength(9)
    }
    expect(deadlocks).toBe(0)
  })

  test('no two get overlapping times, and someone always gets one', async () => {
    const { rounds, deadlocks } = await overlapping(stack, { people: 10, rounds: 4 })
    for (const answers of rounds) {
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect(answers.every(({ status, code }) => status === 200 || code === 'slot_taken')).toBe(true)
    }
    expect(deadlocks).toBe(0)
    expect(await overlaps(stack)).toBe(0)
  })

  test('one of a student’s tabs gets a time, with whichever tutor', async () => {
    const { rounds, deadlocks } = await oneStudent(stack, { tabs: 8, rounds: 2 })
    for (const answers of rounds) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(7)
    }
    expect(deadlocks).toBe(0)
  })

  test('the first answer to a request counts, and refunds the money only if it declined', async () => {
    const { rounds } = await decisions(stack, { calls: 8, rounds: 3 })
    for (const answers of rounds) {
      const states = new Set(answers.filter(({ status }) => status === 200).map(({ url }) => url))
      expect(states.size).toBe(1)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      const [state] = states
      const { rows } = await sql<{ reason: string }>`
        select reason from refunds join payments on payments.id = payment_id
        where booking_id = ${answers[0]!.id} and reason = 'declined'`.execute(stack.db)
      expect(rows.length).toBe(state === 'declined' ? 1 : 0)
    }
  })

  test('one attempt sent many times makes one Checkout', async () => {
    const { rounds } = await oneAttempt(stack, { calls: 10, rounds: 2 })
    for (const answers of rounds) {
      expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    const state = await (await fetch(`${stack.url}/local/payments/control/state`)).json()
    const references = (state as { checkout: { session: { client_reference_id: string } }[] }).checkout.map(
      ({ session }) => session.client_reference_id,
    )
    expect(new Set(references).size).toBe(references.length)
  })

  test('all tabs that try while the provider is slow lead to one Checkout', async () => {
    const [student, tutor] = [await stack.signIn('tabea.tabs'), await stack.signIn('tove.tutor')]
    const postId = await makeTutor(stack, tutor)
    const [slot] = await freeTiles(student, postId)
    const book = () => student.call(payments.bookSlot, { body: bookingOf(postId, slot!) })
    // Long enough that a second tab gives up and starts again before the answer comes.
    const slow = { kind: 'slow', method: 'POST', path: '/v1/checkout/sessions', delay_ms: '2000' }
    await controlPayments(stack, 'faults', slow)
    const first = book()
    await eventually('the Checkout is being made', async () => {
      return (await providerState(stack)).fault.length === 0
    })
    await book()
    await book()
    const { body } = await first
    expect((await book()).body.url).toBe(body.url)
    const { checkout } = await providerState(stack)
    const made = checkout.filter(({ session }) => session.metadata.booking_id === body.booking_id)
    expect(made).toHaveLength(1)
  })
})
