import { expect, test } from 'vitest'
import { nextChange } from './next-change.ts'

const at = (text: string) => Temporal.Instant.from(text)
const zone = 'America/New_York'
const booking = { starts_on: '2026-11-23T23:00:00Z', ends_on: '2026-11-24T00:30:00Z', held_until: null }
const held = { ...booking, held_until: '2026-11-20T15:20:00Z' }

test.each([
  ['at the end of a hold', '2026-11-20T15:00:00Z', '2026-11-20T15:20:00Z'],
  ['at the viewer’s midnight', '2026-11-20T15:20:00Z', '2026-11-21T05:00:00Z'],
  ['ten minutes before the start', '2026-11-23T20:00:00Z', '2026-11-23T22:50:00Z'],
  ['at the start', '2026-11-23T22:50:00Z', '2026-11-23T23:00:00Z'],
  ['at the end', '2026-11-23T23:00:00Z', '2026-11-24T00:30:00Z'],
  ['at midnight again after it', '2026-11-24T00:30:00Z', '2026-11-24T05:00:00Z'],
])('a card next changes %s', (_, now, then) => {
  expect(nextChange([held], at(now), zone).toString()).toBe(then)
})

test('the first change of any card counts, and without bookings midnight', () => {
  const later = { ...booking, starts_on: '2026-11-23T23:30:00Z' }
  const now = at('2026-11-23T22:00:00Z')
  expect(nextChange([later, booking], now, zone)).toEqual(at('2026-11-23T22:50:00Z'))
  expect(nextChange([], now, zone)).toEqual(at('2026-11-24T05:00:00Z'))
})

test('a day that begins after midnight changes when it begins', () => {
  // Clocks in Santiago went from 23:59 on September 5, 2026 to 1:00 on the 6th.
  expect(nextChange([], at('2026-09-05T20:00:00Z'), 'America/Santiago')).toEqual(at('2026-09-06T04:00:00Z'))
})
