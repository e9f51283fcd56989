import { describe, expect, test } from 'vitest'
import { freeTimes } from './free-times.ts'

const slot = (start: string, end: string) => ({
  id: start,
  start,
  end,
  day: 'mon',
  date: '2026-11-23',
  start_time: '09:00',
  end_time: '12:00',
  zone: 'America/New_York',
  local_start: '09:00',
  local_end: '12:00',
})
const interval = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })
const now = Date.parse('2026-11-23T16:00:00Z')

describe('the next free times', () => {
  test('are what bookings and the current time leave of the slots', () => {
    const slots = [
      slot('2026-11-23T14:00:00Z', '2026-11-23T17:00:00Z'),
      slot('2026-11-24T14:00:00Z', '2026-11-24T17:00:00Z'),
      slot('2026-11-25T14:00:00Z', '2026-11-25T15:00:00Z'),
    ]
    const bookings = [{ start: '2026-11-24T15:00:00Z', end: '2026-11-24T15:30:00Z' }]
    expect(freeTimes({ slots, bookings }, { now, count: 3 })).toEqual([
      interval('2026-11-23T16:00:00Z', '2026-11-23T17:00:00Z'),
      interval('2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z'),
      interval('2026-11-24T15:30:00Z', '2026-11-24T17:00:00Z'),
    ])
  })

  test('begin where the picker has a tile, whenever a taken time ends and whatever the time is', () => {
    const slots = [
      slot('2026-11-23T15:00:00Z', '2026-11-23T17:00:00Z'),
      slot('2026-11-24T15:00:00Z', '2026-11-24T17:00:00Z'),
    ]
    const bookings = [{ start: '2026-11-24T15:15:00Z', end: '2026-11-24T15:45:00Z' }]
    const seven = Date.parse('2026-11-23T15:07:00Z')
    expect(freeTimes({ slots, bookings }, { now: seven, count: 3 })).toEqual([
      interval('2026-11-23T15:30:00Z', '2026-11-23T17:00:00Z'),
      interval('2026-11-24T16:00:00Z', '2026-11-24T17:00:00Z'),
    ])
  })

  test('leave out anything shorter than a slot', () => {
    const slots = [slot('2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z')]
    const bookings = [{ start: '2026-11-24T14:15:00Z', end: '2026-11-24T14:45:00Z' }]
    expect(freeTimes({ slots, bookings }, { now, count: 3 })).toEqual([])
  })

  test('are joined if midnight split them', () => {
    const slots = [
      slot('2026-11-25T03:00:00Z', '2026-11-25T05:00:00Z'),
      slot('2026-11-25T05:00:00Z', '2026-11-25T07:00:00Z'),
    ]
    expect(freeTimes({ slots, bookings: [] }, { now, count: 3 })).toEqual([
      interval('2026-11-25T03:00:00Z', '2026-11-25T07:00:00Z'),
    ])
  })
})
