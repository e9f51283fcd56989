import { describe, expect, test } from 'vitest'
import { dateIn, dateParts, dayText, timesText } from './zoned-time.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('times of a zone', () => {
  test('are what its clocks show', () => {
    const [start, end] = ['2026-11-23T17:00:00Z', '2026-11-23T18:30:00Z']
    expect(plain(timesText(start, end, 'America/Los_Angeles'))).toBe('9:00 AM – 10:30 AM')
    expect(plain(timesText(start, end, 'America/New_York'))).toBe('12:00 PM – 1:30 PM')
    expect(dayText(start, 'Pacific/Auckland')).toBe('Tuesday, November 24, 2026')
  })

  test('name the day of an end after midnight', () => {
    expect(plain(timesText('2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z', 'UTC'))).toBe(
      '11:30 PM – 12:30 AM (Tue, Nov 24)',
    )
  })

  test('a calendar date is the same wherever the browser is', () => {
    expect(dateParts('2026-11-23')).toEqual({ weekday: 'Mon', day: '23', whole: 'Monday, November 23, 2026' })
  })
})

test('a date belongs to the zone', () => {
  const moment = new Date('2026-11-22T23:30:00Z')
  expect([dateIn('UTC', moment), dateIn('Asia/Tokyo', moment)]).toEqual(['2026-11-22', '2026-11-23'])
})
