import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  dateIn,
  dateParts,
  dayText,
  leafOf,
  lettersAfter,
  relativeDay,
  shortDateText,
  shortDayText,
  timesText,
  zoneAfter,
} from './zoned-time.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('times of a zone', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are what its clocks show', () => {
    const [start, end] = ['2026-11-23T17:00:00Z', '2026-11-23T18:30:00Z']
    expect(plain(timesText(start, end, 'America/Los_Angeles'))).toBe('9:00 AM – 10:30 AM')
    expect(plain(timesText(start, end, 'America/New_York'))).toBe('12:00 PM – 1:30 PM')
    expect(dayText(start, 'Pacific/Auckland')).toBe('Tuesday, November 24, 2026')
  })

  test('say which ones they are where clocks change between them or show them twice', () => {
    const zone = 'America/New_York'
    expect(plain(timesText('2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z', zone))).toBe(
      '1:30 AM EDT – 1:00 AM EST',
    )
    // An hour that clocks show as two.
    const [start, end] = ['2027-03-14T06:00:00Z', '2027-03-14T07:00:00Z'] as const
    expect(plain(timesText(start, end, zone))).toBe('1:00 AM EST – 3:00 AM EDT')
    expect(lettersAfter(start, end, zone)).toBe('')
    expect(zoneAfter(start, end, zone)).toBe('Eastern Time')
    expect(plain(timesText(end, '2027-03-14T08:00:00Z', zone))).toBe('3:00 AM – 4:00 AM')
    expect(lettersAfter(end, '2027-03-14T08:00:00Z', zone)).toBe(' EDT')
    expect(zoneAfter(end, '2027-03-14T08:00:00Z', zone)).toBe('Eastern Time (EDT)')
  })

  test('name the day of an end after midnight', () => {
    expect(plain(timesText('2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z', 'UTC'))).toBe(
      '11:30 PM – 12:30 AM (Tue, Nov 24)',
    )
  })

  test('name the year if it isn’t the current one there', () => {
    const newYear = '2027-01-01T02:00:00Z'
    expect(shortDayText(newYear, 'UTC')).toBe('Fri, Jan 1, 2027')
    expect(shortDayText(newYear, 'America/New_York')).toBe('Thu, Dec 31')
    expect(shortDayText(newYear, 'UTC', Date.parse('2027-06-01T12:00:00Z'))).toBe('Fri, Jan 1')
    expect(shortDateText('2025-11-23T17:00:00Z', 'UTC', Date.now())).toBe('Nov 23, 2025')
    expect(leafOf(newYear, 'UTC')).toEqual({ month: 'Jan', day: '1' })
  })

  test('today and yesterday are those of the zone, even when the clocks change', () => {
    const zone = 'America/New_York'
    const now = new Date('2026-11-02T04:30:00Z')
    expect(relativeDay('Sunday, November 1, 2026', now, zone)).toBe('Today')
    expect(relativeDay('Saturday, October 31, 2026', now, zone)).toBe('Yesterday')
    expect(relativeDay('Sunday, November 1, 2026', new Date('2026-11-02T05:30:00Z'), zone)).toBe('Yesterday')
    expect(relativeDay('Friday, October 30, 2026', now, zone)).toBe('Friday, October 30, 2026')
  })

  test('a calendar date is the same wherever the browser is', () => {
    expect(dateParts('2026-11-23')).toEqual({ weekday: 'Mon', day: '23', whole: 'Monday, November 23, 2026' })
  })
})

test('a date belongs to the zone', () => {
  const moment = new Date('2026-11-22T23:30:00Z')
  expect([dateIn('UTC', moment), dateIn('Asia/Tokyo', moment)]).toEqual(['2026-11-22', '2026-11-23'])
})
