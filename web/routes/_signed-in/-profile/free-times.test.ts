import { describe, expect, test } from 'vitest'
import { freeTimes } from './free-times.ts'

const zone = 'America/New_York'
const slot = (date: string, start_time: string, end_time: string) => ({
  id: `${date} ${start_time}`,
  day: 'mon',
  date,
  start_time,
  end_time,
  zone,
  local_start: start_time,
  local_end: end_time,
})
const interval = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })
const now = Date.parse('2026-11-23T16:00:00Z')

describe('the next free times', () => {
  test('are what bookings and the current time leave of the slots', () => {
    const slots = [
      slot('2026-11-23', '09:00', '12:00'),
      slot('2026-11-24', '09:00', '12:00'),
      slot('2026-11-25', '09:00', '10:00'),
    ]
    const bookings = [{ start: '2026-11-24T15:00:00Z', end: '2026-11-24T15:30:00Z' }]
    expect(freeTimes({ slots, bookings }, { zone, now, count: 3 })).toEqual([
      interval('2026-11-23T16:00:00Z', '2026-11-23T17:00:00Z'),
      interval('2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z'),
      interval('2026-11-24T15:30:00Z', '2026-11-24T17:00:00Z'),
    ])
  })

  test('begin where the picker has a tile, whenever a taken time ends and whatever the time is', () => {
    const slots = [slot('2026-11-23', '10:00', '12:00'), slot('2026-11-24', '10:00', '12:00')]
    const bookings = [{ start: '2026-11-24T15:15:00Z', end: '2026-11-24T15:45:00Z' }]
    const seven = Date.parse('2026-11-23T15:07:00Z')
    expect(freeTimes({ slots, bookings }, { zone, now: seven, count: 3 })).toEqual([
      interval('2026-11-23T15:30:00Z', '2026-11-23T17:00:00Z'),
      interval('2026-11-24T16:00:00Z', '2026-11-24T17:00:00Z'),
    ])
  })

  test('leave out anything shorter than a slot', () => {
    const slots = [slot('2026-11-24', '09:00', '10:00')]
    const bookings = [{ start: '2026-11-24T14:15:00Z', end: '2026-11-24T14:45:00Z' }]
    expect(freeTimes({ slots, bookings }, { zone, now, count: 3 })).toEqual([])
  })

  test('are joined if midnight split them', () => {
    const slots = [slot('2026-11-24', '22:00', '00:00'), slot('2026-11-25', '00:00', '02:00')]
    expect(freeTimes({ slots, bookings: [] }, { zone, now, count: 3 })).toEqual([
      interval('2026-11-25T03:00:00Z', '2026-11-25T07:00:00Z'),
    ])
  })
})
