import { expect, test } from 'vitest'
import type { When } from './tutors-search.ts'
import { daysOf, windowOf } from './windows.ts'

const zone = 'America/New_York'
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant()

/** The window as clocks in New York show it. */
function shown(when: When, now: string) {
  const window = windowOf(when, at(now), zone)
  const local = (iso: string | undefined) =>
    iso &&
    Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  return window && [local(window.from), local(window.to)]
}

test('without a name it is everything that can be booked', () => {
  expect(windowOf({}, at('2026-11-23T10:00'), zone)).toEqual({})
})

test('tonight is from 5 PM until 4 AM, and still the same night after midnight', () => {
  const tonight = ['2026-11-23T17:00', '2026-11-24T04:00']
  expect(shown({ when: 'tonight' }, '2026-11-23T09:00')).toEqual(tonight)
  expect(shown({ when: 'tonight' }, '2026-11-23T23:30')).toEqual(tonight)
  expect(shown({ when: 'tonight' }, '2026-11-24T03:59')).toEqual(tonight)
  expect(shown({ when: 'tonight' }, '2026-11-24T04:00')).toEqual(['2026-11-24T17:00', '2026-11-25T04:00'])
})

test('tonight has an hour more or less where clocks change tonight', () => {
  const hours = (now: string) => {
    const { from, to } = windowOf({ when: 'tonight' }, at(now), zone)!
    return (Date.parse(to!) - Date.parse(from!)) / 3600_000
  }
  expect([hours('2026-10-31T12:00'), hours('2026-11-01T12:00'), hours('2027-03-13T12:00')]).toEqual([
    12, 11, 10,
  ])
})

test('tomorrow is the next calendar day, and the weekend the one that has begun or comes next', () => {
  expect(shown({ when: 'tomorrow' }, '2026-11-23T23:59')).toEqual(['2026-11-24T00:00', '2026-11-25T00:00'])
  const weekend = ['2026-11-28T00:00', '2026-11-30T00:00']
  for (const now of ['2026-11-23T10:00', '2026-11-27T10:00', '2026-11-28T10:00', '2026-11-29T23:00']) {
    expect(shown({ when: 'weekend' }, now)).toEqual(weekend)
  }
})

test('a date can begin at an hour, and must be one of the next seven', () => {
  const now = '2026-11-23T10:00'
  expect(shown({ when: '2026-11-25' }, now)).toEqual(['2026-11-25T00:00', '2026-11-26T00:00'])
  expect(shown({ when: '2026-11-25', hour: 15 }, now)).toEqual(['2026-11-25T15:00', '2026-11-26T00:00'])
  for (const when of ['2026-11-22', '2026-11-30', 'someday']) expect(shown({ when }, now)).toBeNull()
  expect(daysOf(at(now), zone)).toHaveLength(7)
})
