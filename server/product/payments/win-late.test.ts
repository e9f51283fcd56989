import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { wallets } from '#shared/api/wallets.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import {
  accept,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import {
  balanceOf,
  clockDone,
  closeDispute,
  dispute,
  ledgerOf,
  refundAtProvider,
  stopTheClock,
} from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'
import { checkProvider } from '../ledger/check-provider.ts'

let stack: Stack
let stripe: Stripe
let tutor: Person
let postId: string
let slots: Slot[]
let turn = 0

beforeEach(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10' })
  await stopTheClock(stack)
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  tutor = await stack.signIn('tara.tutor')
  postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
  slots = (await weekOfTiles(await stack.signIn('stan.student'), postId)).slice(40)
  return () => stack.close()
})

/** Half an hour at $40.00 an hour, with its fee: $22.00. */
async function book(): Promise<{ id: string; student: Person; slot: Slot }> {
  const student = await stack.signIn(`student-${turn++}`)
  const slot = slots.shift()!
  const { id, url } = await hold(student, postId, slot)
  await pay(url)
  return { id, student, slot }
}

describe('a dispute that was lost, and is won after all,', () => {
  test('gives its money back to a meeting that is still to come', async () => {
    const { id } = await book()
    await moneyDone(stack)
    await accept(tutor, id)
    const part = await dispute(stack, id, { amount: 1100 })
    await moneyDone(stack)
    await closeDispute(stack, part, 'lost')
    await moneyDone(stack)
    await closeDispute(stack, part, 'won')
    await moneyDone(stack)
    expect((await ledgerOf(stack, id)).slice(1)).toEqual([
      'disputed: disputes -1100, provider 1100',
      'dispute_lost: disputes 1100, held -1100',
      'dispute_won: held 1100, provider -1100',
    ])
    expect((await mailsTo(stack, 'tara.tutor')).map(({ subject }) => subject)).toContain(
      'You won a payment dispute',
    )
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('gives its money back to what its tutor earned, before or after the loss, and the platform its fee', async () => {
    const before = await book()
    const after = await book()
    await moneyDone(stack)
    for (const { id } of [before, after]) await accept(tutor, id)
    const lostFirst = await dispute(stack, before.id, { amount: 1100 })
    await moneyDone(stack)
    await closeDispute(stack, lostFirst, 'lost')
    await moneyDone(stack)
    for (const { id, student, slot } of [before, after]) {
      stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start)))
      const leave = await sitIn(id, tutor, student)
      stack.clock.advance({ minutes: 11 })
      await leave()
      stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.end)))
    }
    stack.clock.advance({ minutes: 5 })
    await clockDone(stack)
    const lostAfter = await dispute(stack, after.id)
    await moneyDone(stack)
    await closeDispute(stack, lostAfter, 'lost')
    await moneyDone(stack)
    expect(await balanceOf(stack, 'tara.tutor', 'pending')).toBe(1000)
    for (const id of [lostFirst, lostAfter]) await closeDispute(stack, id, 'won')
    await moneyDone(stack)
    const won = ['dispute_won: pending 1000, platform_fees 100, provider -1100']
    expect((await ledgerOf(stack, before.id)).slice(4)).toEqual(won)
    expect((await ledgerOf(stack, after.id)).at(-1)).toBe(
      'dispute_won: pending 2000, platform_fees 200, provider -2200',
    )
    expect(await balanceOf(stack, 'tara.tutor', 'pending')).toBe(4000)
    const { body } = await tutor.call(wallets.transactions, { query: {} })
    expect(
      body.transactions.filter(({ message }) => message.startsWith('Returned by the student’s bank: ')),
    ).toHaveLength(2)
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('makes the refunds due again that its payment had replaced', async () => {
    const { id, student } = await book()
    await moneyDone(stack)
    const disputeId = await dispute(stack, id, { amount: 1500 })
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await closeDispute(stack, disputeId, 'lost')
    await moneyDone(stack)
    await closeDispute(stack, disputeId, 'won')
    await moneyDone(stack)
    expect((await ledgerOf(stack, id)).filter(line => line.startsWith('dispute_'))).toEqual([
      'dispute_lost: disputes 1500, refunds -1500',
      'dispute_won: provider -1500, refunds 1500',
    ])
    expect(await readBooking(student, id)).toMatchObject({ dispute: { state: 'won' } })
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('refunds the student of a booking that it had canceled, with what had been returned before', async () => {
    const { id, student } = await book()
    await moneyDone(stack)
    await accept(tutor, id)
    await refundAtProvider(stack, id, 700)
    await moneyDone(stack)
    const disputeId = await dispute(stack, id, { amount: 2200 })
    await moneyDone(stack)
    await closeDispute(stack, disputeId, 'lost')
    await moneyDone(stack)
    await closeDispute(stack, disputeId, 'won')
    await moneyDone(stack)
    expect((await ledgerOf(stack, id)).slice(6)).toEqual([
      'dispute_won: held 1500, provider -1500',
      'refund_owed: held -1500, refunds 1500',
      'refund_sent: provider 1500, refunds -1500',
    ])
    expect(await readBooking(student, id)).toMatchObject({
      status: 'cancelled',
      refunded: '22.00',
      refund_done: true,
    })
    expect(await checkLedger(stack.db)).toEqual([])
    expect((await checkProvider(stack.db, stripe)).filter(({ subject }) => subject === disputeId)).toEqual([])
  })

  test('gives its money back to the platform’s fee where refunds in parts left nothing else, and that can be refunded', async () => {
    const { id, student, slot } = await book()
    await moneyDone(stack)
    await accept(tutor, id)
    const operator = await stack.signIn('opal.operator')
    const refund = async (amount: string) => {
      const { status } = await operator.call(admin.refundBooking, {
        body: { bookingId: id, amount, reason: 'They asked.' },
      })
      expect(status).toBe(200)
      await moneyDone(stack)
    }
    // The fee’s shares of both are rounded down.
    for (const amount of ['0.05', '10.94']) await refund(amount)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start).subtract({ hours: 1 })))
    await student.call(bookings.cancel, { body: { bookingId: id } })
    await moneyDone(stack)
    const disputeId = await dispute(stack, id, { amount: 1 })
    await moneyDone(stack)
    for (const outcome of ['lost', 'won'] as const) {
      await closeDispute(stack, disputeId, outcome)
      await moneyDone(stack)
    }
    await refund('0.01')
    expect((await ledgerOf(stack, id)).filter(line => !/refund/.test(line)).slice(1)).toEqual([
      'earned: held -1, platform_fees 1',
      'disputed: disputes -1, provider 1',
      'dispute_lost: disputes 1, platform_fees -1',
      'dispute_won: platform_fees 1, provider -1',
    ])
    expect((await ledgerOf(stack, id)).slice(-2)).toEqual([
      'refund_owed: platform_fees -1, refunds 1',
      'refund_sent: provider 1, refunds -1',
    ])
    expect(await checkLedger(stack.db)).toEqual([])
  })
})
