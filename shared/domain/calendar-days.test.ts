import { describe, expect, test } from 'vitest'
import { daysUntil, nextDays, wallClock, weekdayOf } from './calendar-days.ts'

const hour = 60 * 60 * 1000
const at = (text: string) => Temporal.Instant.from(text)

describe('the next days', () => {
  test('begin with today, and are as long as the local clocks make them', () => {
    const days = nextDays(at('2026-10-31T03:59Z'), 'America/New_York', 7)
    expect(days.map(({ date }) => date.slice(5))).toEqual([
      '10-30',
      '10-31',
      '11-01',
      '11-02',
      '11-03',
      '11-04',
      '11-05',
    ])
    expect(days.map(({ start, end }) => (end - start) / hour)).toEqual([24, 24, 25, 24, 24, 24, 24])
    for (const [n, { start }] of days.entries()) if (n > 0) expect(start).toBe(days[n - 1]!.end)
  })

  test('are different days on the other side of the world', () => {
    expect(nextDays(at('2026-10-31T03:59Z'), 'Pacific/Auckland', 1)[0]).toMatchObject({ date: '2026-10-31' })
    expect(nextDays(at('2026-10-31T11:00Z'), 'Pacific/Kiritimati', 1)[0]).toMatchObject({
      date: '2026-11-01',
    })
  })

  test('leave out a date that the zone skips', () => {
    const days = nextDays(at('2011-12-29T20:00Z'), 'Pacific/Apia', 3)
    expect(days.map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  })
})

test('days are counted by the zone’s calendar, not by hours', () => {
  const now = at('2026-11-21T04:30Z')
  const meeting = at('2026-11-21T05:30Z')
  expect(daysUntil(meeting, now, 'America/New_York')).toBe(1)
  expect(daysUntil(meeting, now, 'America/Los_Angeles')).toBe(0)
  expect(daysUntil(now, meeting, 'America/New_York')).toBe(-1)
  expect(daysUntil(at('2027-01-02T00:00Z'), at('2026-11-01T23:59Z'), 'UTC')).toBe(62)
})

test('a moment shows its zone’s date, weekday and time', () => {
  const moment = at('2026-11-21T04:30:59Z')
  expect(wallClock(moment, 'America/New_York')).toEqual({ date: '2026-11-20', day: 'fri', time: '23:30' })
  expect(wallClock(moment, 'Asia/Kathmandu')).toEqual({ date: '2026-11-21', day: 'sat', time: '10:15' })
})

test('the weekday of a day is the calendar’s', () => {
  for (let number = -800; number < 30_000; number += 37) {
    const { dayOfWeek } = new Temporal.PlainDate(1970, 1, 1).add({ days: number })
    expect(weekdayOf(number)).toBe(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][dayOfWeek - 1])
  }
})
