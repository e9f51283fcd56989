import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Booking } from '#shared/api/bookings.ts'
import { disputeWords } from './dispute-words.ts'
import { moneySteps } from './money-steps.ts'

const zone = 'America/New_York'
type Money = NonNullable<Booking['money']>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const money: Money = {
  paid_on: '2026-11-20T15:00:00Z',
  where: 'held',
  free_on: null,
  sent_back_on: null,
  refund_failed: null,
  refund_settled: false,
}
const booking = {
  ...{ role: 'student', status: 'approved', admin_name: 'Grace Kim', joinee_name: 'Maya Ortiz' },
  ...{ amount: '60.00', fee: '6.00', total: '66.00', money, dispute: null, problem: null },
} as Booking
const open: NonNullable<Booking['dispute']> = {
  ...{ state: 'open', opened_on: '2026-11-21T15:00:00Z', amount: '66.00', answer_by: null },
}

/** "You paid ✓ | Held by Ignite • | Paid to Grace": the progress of the money. */
function told(more: Partial<Money>, rest: Partial<Booking> = {}): string {
  const marks = { past: ' ✓', now: ' •', ahead: '', stuck: ' !' }
  const steps = moneySteps({ ...booking, ...rest, money: { ...money, ...more } }, zone)!
  return steps.map(({ title, is }) => `${title}${marks[is]}`).join(' | ')
}

describe('the way of a booking’s money', () => {
  test('begins with a payment, of which each side sees its own sum', () => {
    expect(moneySteps({ ...booking, money: null }, zone)).toBeNull()
    expect(moneySteps(booking, zone)![0].detail).toBe('$66.00 on Fri, Nov 20')
    const [paid] = moneySteps({ ...booking, role: 'tutor' }, zone)!
    expect(paid).toMatchObject({ title: 'Maya paid', detail: '$60.00 on Fri, Nov 20' })
  })

  test.each<[string, Partial<Money>, Partial<Booking>, string, string]>([
    [
      'before the session',
      { where: 'held' },
      {},
      'You paid ✓ | Held by Ignite • | Paid to Grace',
      'Maya paid ✓ | Held by Ignite • | In your wallet',
    ],
    [
      'after it',
      { where: 'waiting', free_on: '2026-11-25T19:00:00Z' },
      {},
      'You paid ✓ | On hold • | Paid to Grace',
      'Maya paid ✓ | On hold in your wallet • | Yours to withdraw',
    ],
    [
      'while a problem is looked at',
      { where: 'questioned' },
      {},
      'You paid ✓ | On hold • | Paid to Grace',
      'Maya paid ✓ | On hold • | Yours to withdraw',
    ],
    [
      'when it is earned',
      { where: 'earned' },
      {},
      'You paid ✓ | Held by Ignite ✓ | Paid to Grace ✓',
      'Maya paid ✓ | Held by Ignite ✓ | Yours to withdraw ✓',
    ],
    [
      'while a bank decides',
      { where: 'bank' },
      { dispute: open },
      'You paid ✓ | With your bank • | The bank decides',
      'Maya paid ✓ | With Maya’s bank • | The bank decides',
    ],
    [
      'when a bank took it back',
      { where: 'back' },
      { dispute: { ...open, state: 'lost' } },
      'You paid ✓ | Taken back by your bank ✓ | Refunded to you ✓',
      'Maya paid ✓ | Taken back by Maya’s bank ✓ | Refunded to Maya ✓',
    ],
    [
      'while a refund is to be made',
      { where: 'back' },
      {},
      'You paid ✓ | Being refunded • | Back on your card',
      'Maya paid ✓ | Being refunded to Maya • | Refunded to Maya',
    ],
    [
      'when it was made',
      { where: 'back', sent_back_on: '2026-11-22T15:00:00Z' },
      {},
      'You paid ✓ | Refund sent ✓ | Back on your card ✓',
      'Maya paid ✓ | Refund sent ✓ | Refunded to Maya ✓',
    ],
    [
      'when it was paid back by another way',
      { where: 'back', sent_back_on: '2026-11-22T15:00:00Z', refund_settled: true },
      {},
      'You paid ✓ | Refund sent ✓ | Refunded to you ✓',
      'Maya paid ✓ | Refund sent ✓ | Refunded to Maya ✓',
    ],
    [
      'when the bank wouldn’t take it',
      { where: 'back', refund_failed: '66.00' },
      {},
      'You paid ✓ | Returned by your bank ! | Back on your card',
      'Maya paid ✓ | Being refunded to Maya • | Refunded to Maya',
    ],
    [
      'when the provider won’t refund what a bank left',
      { where: 'back', refund_failed: '46.00' },
      { dispute: { ...open, state: 'lost', amount: '20.00' } },
      'You paid ✓ | Returned by your bank ! | Back on your card',
      'Maya paid ✓ | Taken back by Maya’s bank ✓ | Refunded to Maya ✓',
    ],
  ])('looks the same to both sides %s', (_when, more, rest, toStudent, toTutor) => {
    expect(told(more, rest)).toBe(toStudent)
    // What fails is between the student and us.
    expect(told({ ...more, refund_failed: null }, { ...rest, role: 'tutor' })).toBe(toTutor)
  })

  test('says how long the money waits, and gives no day while a problem is open', () => {
    const waiting: Booking = {
      ...booking,
      money: { ...money, where: 'waiting', free_on: '2026-11-25T19:00:00Z' },
    }
    const details = (one: Booking) => moneySteps(one, zone)!.map(({ detail }) => detail)
    expect(details(waiting).slice(1)).toEqual([
      expect.stringMatching(/^Until Wed, Nov 25, 2:00\sPM \(Eastern Time\), in case you report a problem\.$/),
      'From Wed, Nov 25.',
    ])
    const canceled = { ...waiting, status: 'cancelled' as const }
    for (const role of ['student', 'tutor'] as const)
      expect(details({ ...canceled, role })[1]).toMatch(/^Until Wed, Nov 25, 2:00\sPM \(Eastern Time\)\.$/)
    const settled = { ...waiting, problem: { outcome: 'none' } as Booking['problem'] }
    expect(details(settled)[1]).toMatch(/^Until Wed, Nov 25, 2:00\sPM \(Eastern Time\)\.$/)
    const earned = { ...canceled, money: { ...money, where: 'earned' as const } }
    expect(details(earned)[1]).toBe('Until a while after the meeting.')
    const questioned: Booking = { ...booking, money: { ...money, where: 'questioned' } }
    expect(details(questioned).slice(1)).toEqual([
      'Until the problem is settled.',
      'Whatever is left after that.',
    ])
  })
})

describe('a disputed payment', () => {
  const says = (one: Partial<Booking>) => Object.values(disputeWords({ ...booking, ...one }, zone)!).join(' ')

  test('tells the tutor what is frozen, and the deadline for helping', () => {
    const dispute = { ...open, answer_by: '2026-11-28T15:00:00Z' }
    const asked = says({ role: 'tutor', status: 'completed', dispute })
    expect(asked).toContain('Maya’s bank is disputing this payment')
    expect(asked).toContain('until the bank decides')
    expect(asked).toMatch(/You can help until Sat, Nov 28, 10:00\sAM \(Eastern Time\)/)
    expect(says({ role: 'tutor', dispute: open })).toContain('the meeting is canceled')
    const place = says({ role: 'tutor', dispute: open, is_session: true })
    expect(place).toContain('If it sides with Maya before the meeting starts, Maya loses their place.')
  })

  test('of a part of the payment says how much the student’s bank took, and promises the tutor no end of the session', () => {
    const dispute = { ...open, amount: '10.00' }
    expect(says({ dispute: open })).toContain('it took back the $66.00 you paid')
    expect(says({ dispute })).toContain('it took back $10.00 of the $66.00 you paid')
    const asked = says({ role: 'tutor', dispute })
    expect(asked).toContain('it took back a part of what Maya paid')
    expect(asked).toContain('starts and nothing of the payment is left, the meeting is canceled')
    const lost = says({ role: 'tutor', dispute: { ...dispute, state: 'lost' } })
    expect(lost).toContain('Maya’s bank took a part of the payment back')
  })

  test.each(['open', 'won', 'lost'] as const)(
    'that is %s is explained to both sides, each naming only the other person',
    state => {
      expect(says({ dispute: { ...open, state } })).not.toContain('Maya')
      expect(says({ role: 'tutor', dispute: { ...open, state } })).not.toContain('Grace')
    },
  )

  test('isn’t mentioned if there is none', () => {
    expect(disputeWords(booking, zone)).toBeNull()
  })
})
