import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#shared/api/sessions.ts'
import { placesLeftText, repeatDaysIn, repeatUntilIn, whenForOwner } from './words.ts'

const evening = {
  repeat_days: ['wed', 'sun'] as ['wed', 'sun'],
  time_zone: 'America/New_York',
  starts_at: '2027-03-07T23:00:00.000Z',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('places are counted while there are any', () => {
  expect(placesLeftText(8, 0)).toBe('8 places')
  expect(placesLeftText(8, 7)).toBe('1 of 8 places left')
  expect(placesLeftText(8, 8)).toBe('Full')
  expect(placesLeftText(1, 0)).toBe('1 place')
})

test('weekdays are the viewer’s, whose Monday may be the owner’s Sunday', () => {
  expect(repeatDaysIn(evening, 'America/New_York')).toEqual(['wed', 'sun'])
  expect(repeatDaysIn(evening, 'America/Los_Angeles')).toEqual(['wed', 'sun'])
  expect(repeatDaysIn(evening, 'Asia/Kolkata')).toEqual(['mon', 'thu'])
  expect(repeatDaysIn(evening, 'Pacific/Auckland')).toEqual(['mon', 'thu'])
  const morning = { ...evening, time_zone: 'Pacific/Auckland', starts_at: '2027-03-07T20:00:00.000Z' }
  expect(repeatDaysIn({ ...morning, repeat_days: ['mon'] }, 'America/New_York')).toEqual(['sun'])
})

test.each([
  ['America/Los_Angeles', '2027-05-30'],
  ['Pacific/Auckland', '2027-05-31'],
  ['Atlantis/Somewhere', '2027-05-30'],
])(
  'seen from %s, a session that repeats until Sunday, May 30 in New York does so until %s',
  (zone, until) => {
    expect(repeatUntilIn({ ...evening, repeat_until: '2027-05-30' }, zone)).toBe(until)
  },
)

test('weekdays stay the owner’s if this browser doesn’t know a zone', () => {
  expect(repeatDaysIn({ ...evening, time_zone: 'Atlantis/Somewhere' }, 'Asia/Kolkata')).toEqual([
    'wed',
    'sun',
  ])
})

test('viewers in other zones also see the session’s own time with its owner’s name, the owner without it', () => {
  const session = {
    time_zone: 'America/New_York',
    admin_profile: { name: 'Maya Chen' } as Session['admin_profile'],
    is_owner: false,
  }
  const time = { starts_at: '2027-03-08T14:00:00.000Z', ends_at: '2027-03-08T15:00:00.000Z' }
  const there = 'Mon, Mar 8, 9:00 AM – 10:00 AM EST'
  expect(whenForOwner(session, time, 'America/New_York')).toBeNull()
  expect(whenForOwner(session, time, 'America/Chicago')).toBe(`For Maya Chen: ${there}`)
  expect(whenForOwner({ ...session, is_owner: true }, time, 'America/Chicago')).toBe(`Scheduled for ${there}`)
})
