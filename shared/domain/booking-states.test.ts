import { describe, expect, test } from 'vitest'
import {
  type BookingCause,
  type BookingFacts,
  type BookingKind,
  type BookingState,
  bookingChanges,
  bookingStates,
  canTransition,
  findChange,
  isLive,
  isOpen,
} from './booking-states.ts'

const start = Temporal.Instant.from('2026-11-23T14:00Z')
const end = start.add({ minutes: 90 })
const heldUntil = start.subtract({ hours: 20 })
const booking = (state: BookingState, kind: BookingKind = 'slot'): BookingFacts => ({
  state,
  kind,
  start,
  end,
  heldUntil,
  leaveUntil: null,
})
const causes: BookingCause[] = ['student', 'tutor', 'clock', 'payment', 'account', 'operator']
const moments = {
  held: heldUntil.subtract({ minutes: 1 }),
  before: start.subtract({ hours: 1 }),
  soon: start.subtract({ minutes: 10 }),
  during: start,
  after: end,
}

/** Every change that can happen to a booking of a kind at a moment: "approved→active by student tutor". */
function possible(kind: BookingKind, now: Temporal.Instant): string[] {
  return bookingStates.flatMap(from =>
    bookingStates.flatMap(to => {
      const by = causes.filter(cause => canTransition(booking(from, kind), to, cause, now))
      return by.length > 0 ? [`${from}→${to} by ${by.join(' ')}`] : []
    }),
  )
}

describe('a booking changes', () => {
  const always = ['held→requested by payment', 'held→cancelled by student account']
  const answers = ['requested→approved by tutor', 'requested→declined by tutor']
  const cancels = ['requested', 'approved', 'active'].map(
    from => `${from}→cancelled by student tutor payment operator`,
  )
  const ended = ['approved→missed by clock', 'active→completed by clock', 'active→missed by clock']

  test.each([
    ['held', [...always, 'held→expired by payment', ...answers, ...cancels]],
    ['before', [...always, 'held→expired by clock payment', ...answers, ...cancels]],
    [
      'soon',
      [
        ...always,
        'held→expired by clock payment',
        ...answers,
        ...cancels,
        'approved→active by student tutor',
      ],
    ],
    [
      'during',
      [
        ...always,
        'held→expired by clock payment',
        'requested→lapsed by clock',
        'approved→active by student tutor',
      ],
    ],
    ['after', [...always, 'held→expired by clock payment', 'requested→lapsed by clock', ...ended]],
  ] as const)('%s: as listed, and no other way', (moment, changes) => {
    expect(possible('slot', moments[moment]).sort()).toEqual([...changes].sort())
  })

  test('only the student can leave a moved place, until the deadline', () => {
    const later = end.subtract({ minutes: 1 })
    const moved = (leaveUntil: Temporal.Instant | null, kind: BookingKind = 'place') => ({
      ...booking('active', kind),
      leaveUntil,
    })
    const byStudent = (facts: BookingFacts) => findChange(facts, 'cancelled', 'student', later)
    expect(byStudent(moved(end))).toMatchObject({ refund: 'everything' })
    for (const facts of [moved(null), moved(start), moved(later), moved(end, 'slot')])
      expect(byStudent(facts)).toBeNull()
    for (const by of ['tutor', 'clock', 'payment'] as const)
      expect(findChange(moved(end), 'cancelled', by, later)).toBeNull()
  })

  test('a paid place needs no answer', () => {
    expect(possible('place', moments.before)).toContain('held→approved by payment')
    expect(possible('place', moments.before)).not.toContain('held→requested by payment')
    expect(possible('slot', moments.before)).not.toContain('held→approved by payment')
  })

  test('its owner can take back a held place along with its occurrence; a held slot only by leaving', () => {
    expect(possible('place', moments.before)).toContain('held→cancelled by student tutor')
    expect(possible('slot', moments.before)).toContain('held→cancelled by student account')
  })

  test('at most one change leads from each state to another, so the order of the list decides nothing', () => {
    for (const from of bookingStates) {
      for (const to of bookingStates) {
        for (const cause of causes) {
          for (const kind of ['slot', 'place']) {
            const ways = bookingChanges.filter(
              one =>
                one.from.includes(from) &&
                one.to === to &&
                one.by.includes(cause) &&
                (one.kind ?? kind) === kind,
            )
            const moments = ways.map(({ when }) => when)
            // These two never apply at the same moment.
            if (String(moments) !== 'before_start,begun_unseen') expect(moments.length).toBeLessThanOrEqual(1)
          }
        }
      }
    }
  })
})

describe('the states', () => {
  test('that are live reserve the time; the others are final', () => {
    expect(bookingStates.filter(isLive)).toEqual(['held', 'requested', 'approved', 'active'])
    for (const state of bookingStates) {
      expect(bookingChanges.some(({ from }) => from.includes(state))).toBe(isLive(state))
    }
  })

  test('refund the money whenever a paid meeting doesn’t take place', () => {
    const paid: BookingState[] = ['requested', 'approved', 'active']
    for (const { from, to, by, refund } of bookingChanges) {
      const ends = from.some(state => paid.includes(state)) && !isLive(to)
      // A bank that cancels has already returned the money.
      if (ends && !by.includes('payment')) expect(refund !== 'nothing').toBe(to !== 'completed')
      else expect(refund).toBe('nothing')
    }
    expect(findChange(booking('approved'), 'cancelled', 'student', moments.before)?.refund).toBe('policy')
    expect(findChange(booking('requested'), 'declined', 'tutor', moments.before)?.refund).toBe('everything')
    expect(findChange(booking('requested'), 'cancelled', 'student', moments.before)?.refund).toBe(
      'everything',
    )
  })

  test('can all be reached', () => {
    const reached = new Set(bookingChanges.map(({ to }) => to))
    expect(bookingStates.filter(state => !reached.has(state))).toEqual(['held'])
  })
})

test('a meeting is open from ten minutes before its start up to its end', () => {
  const times = [
    start.subtract({ seconds: 601 }),
    start.subtract({ minutes: 10 }),
    end.subtract({ seconds: 1 }),
    end,
  ]
  expect(times.map(now => isOpen(booking('approved'), now))).toEqual([false, true, true, false])
})
