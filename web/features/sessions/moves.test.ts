import { expect, test } from 'vitest'
import type { SessionPlan } from '#shared/domain/occurrences.ts'
import { addedBy, movesOf as movesAt, restoredBy } from './moves.ts'

const weekly: SessionPlan = {
  startsOn: '2026-10-19',
  startTime: '16:00',
  minutes: 60,
  zone: 'America/New_York',
  repeatDays: ['mon', 'wed'],
  repeatUntil: null,
  skippedDays: [],
}
/** Before and after the clocks of New York go back on November 1. */
const before = { id: 'a', starts_at: '2026-10-28T20:00:00.000Z', ends_at: '2026-10-28T21:00:00.000Z' }
const after = { id: 'b', starts_at: '2026-11-02T21:00:00.000Z', ends_at: '2026-11-02T22:00:00.000Z' }

const movesOf = (...[occurrences, from, to]: [Parameters<typeof movesAt>[0], SessionPlan, SessionPlan]) =>
  movesAt(occurrences, from, to, Date.parse('2026-10-28T19:59:00.000Z'))

test('unchanged occurrences don’t move', () => {
  expect(movesOf([before, after], weekly, { ...weekly, repeatUntil: '2026-12-01' })).toEqual([])
})

test('a new time moves each on its day, by that day’s clocks', () => {
  const moves = movesOf([before, after], weekly, { ...weekly, startTime: '17:30', minutes: 30 })
  expect(moves.map(({ becomes }) => becomes)).toEqual([
    { starts_at: '2026-10-28T21:30:00.000Z', ends_at: '2026-10-28T22:00:00.000Z' },
    { starts_at: '2026-11-02T22:30:00.000Z', ends_at: '2026-11-02T23:00:00.000Z' },
  ])
})

test('a day that is no longer in the session is canceled', () => {
  const moves = movesOf([before, after], weekly, { ...weekly, repeatDays: ['mon'] })
  expect(moves).toEqual([{ id: 'a', was: expect.anything(), becomes: null }])
  expect(movesOf([before], weekly, { ...weekly, skippedDays: ['2026-10-28'] })[0]!.becomes).toBeNull()
})

test('a one-day session moves to another day, but not into a weekly one', () => {
  const once: SessionPlan = { ...weekly, startsOn: '2026-10-28', repeatDays: [] }
  expect(movesOf([before], once, { ...once, startsOn: '2026-11-04' })[0]!.becomes).toEqual({
    starts_at: '2026-11-04T21:00:00.000Z',
    ends_at: '2026-11-04T22:00:00.000Z',
  })
  const [move] = movesOf([before], once, { ...weekly, startsOn: '2026-11-02' })
  expect(move!.becomes).toBeNull()
})

test('one that has begun stays as it is', () => {
  const begun = Date.parse(before.starts_at)
  const moves = movesAt([before, after], weekly, { ...weekly, repeatDays: ['tue'] }, begun)
  expect(moves.map(({ id }) => id)).toEqual(['b'])
})

test('skipped days that take place by another plan are restored, unless they have passed or aren’t planned yet', () => {
  const skipping = {
    ...weekly,
    skippedDays: ['2026-10-21', '2026-10-28', '2026-11-02', '2026-11-04', '2026-12-30'],
  }
  const now = Date.parse(before.starts_at)
  const restored = restoredBy(skipping, { ...weekly, skippedDays: ['2026-11-04'] }, now)
  expect(restored.map(({ was, becomes }) => [was, becomes])).toEqual([
    [null, { starts_at: after.starts_at, ends_at: after.ends_at }],
  ])
  expect(restoredBy(skipping, skipping, now)).toEqual([])
  expect(restoredBy(skipping, { ...weekly, repeatDays: ['wed'] }, now - 1).map(({ id }) => id)).toEqual([
    '2026-10-28',
    '2026-11-04',
  ])
})

test('another plan adds the days that the earlier one neither had nor skipped, however far ahead they are', () => {
  const now = Date.parse(before.starts_at)
  const ended = { ...weekly, repeatUntil: '2026-10-28', skippedDays: ['2026-11-09'] }
  expect(addedBy(ended, { ...weekly, repeatUntil: '2026-11-11' }, now)).toEqual([
    { starts_at: after.starts_at, ends_at: after.ends_at },
    { starts_at: '2026-11-04T21:00:00.000Z', ends_at: '2026-11-04T22:00:00.000Z' },
    { starts_at: '2026-11-11T21:00:00.000Z', ends_at: '2026-11-11T22:00:00.000Z' },
  ])
  expect(addedBy(ended, { ...ended, startTime: '18:00' }, now)).toEqual([])
  // It then reaches days for which the earlier one had no occurrences yet.
  for (const startsOn of ['2026-11-09', '2027-01-04']) {
    expect(addedBy(weekly, { ...weekly, startsOn }, now)).toEqual([])
  }
  expect(addedBy(weekly, { ...weekly, skippedDays: ['2026-11-02'] }, now)).toEqual([])
  expect(addedBy(ended, { ...weekly, repeatDays: ['wed'] }, now).at(-1)!.starts_at).toMatch(/^2026-12-23/)
})
