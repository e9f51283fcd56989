import { describe, expect, test } from 'vitest'
import { emptySchedule, findOverlap, parseRange, type Schedule } from './schedule.ts'
import {
  addRange,
  checkCopy,
  checkDayRange,
  checkRange,
  copyToAllDays,
  paintHours,
  removeRange,
} from './schedule-edits.ts'

const range = (text: string) => parseRange(text)!
const schedule: Schedule = { ...emptySchedule, mon: [range('09:00 - 10:00'), range('14:00 - 15:00')] }

describe('adding a range', () => {
  test('keeps its day sorted, and doesn’t change the original schedule', () => {
    const added = addRange(schedule, 'mon', range('12:00 - 13:00'))
    expect(added.mon.map(({ start }) => start)).toEqual(['09:00', '12:00', '14:00'])
    expect(schedule.mon).toHaveLength(2)
  })

  test('needs both times', () => {
    for (const times of [
      { start: '', end: '10:00' },
      { start: '10:00', end: '' },
    ]) {
      expect(checkRange(schedule, 'tue', times, 'modal')).toBe('Please select both start and end times')
      expect(checkRange(schedule, 'tue', times, 'page')).toBe('Please select both start and end times')
    }
  })

  test('crosses midnight in the modal only', () => {
    for (const text of ['22:00 - 02:00', '22:00 - 22:00', '22:00 - 00:01']) {
      expect(checkRange(schedule, 'tue', range(text), 'modal')).toBeNull()
      expect(checkRange(schedule, 'tue', range(text), 'page')).toBe('End time must be after start time')
    }
    expect(checkRange(schedule, 'tue', range('22:00 - 23:00'), 'page')).toBeNull()
  })

  test('ends at midnight in both editors, on weekdays and on dates', () => {
    for (const editor of ['modal', 'page'] as const) {
      expect(checkRange(schedule, 'tue', range('20:00 - 00:00'), editor)).toBeNull()
      expect(checkDayRange([], range('20:00 - 00:00'), editor)).toBeNull()
    }
  })

  test('refuses one in which no slot fits', () => {
    for (const editor of ['modal', 'page'] as const) {
      for (const [text, fault] of [
        ['09:00 - 09:29', 'A time slot must be at least 30 minutes long'],
        ['09:00 - 09:30', null],
      ] as const) {
        expect(checkRange(schedule, 'tue', range(text), editor)).toBe(fault)
        expect(checkDayRange([], range(text), editor)).toBe(fault)
      }
    }
    expect(checkRange(schedule, 'tue', range('23:50 - 00:10'), 'modal')).toMatch(/^A time slot must be/)
  })

  test('refuses an overlap in the words of its editor', () => {
    const over = range('09:30 - 10:30')
    expect(checkRange(schedule, 'mon', over, 'modal')).toBe(
      'Overlap detected. Please choose a different time range.',
    )
    expect(checkRange(schedule, 'mon', over, 'page')).toBe('Time slot overlaps with existing schedule')
    expect(checkRange(schedule, 'tue', over, 'page')).toBeNull()
    expect(checkRange(schedule, 'mon', range('10:00 - 14:00'), 'page')).toBeNull()
    expect(checkRange(schedule, 'sun', range('22:00 - 09:30'), 'modal')).toMatch(/^Overlap detected/)
  })

  test('to one date checks only that date', () => {
    const night = range('22:00 - 02:00')
    expect(checkDayRange([night], range('01:00 - 03:00'), 'modal')).toBeNull()
    expect(checkDayRange([night], range('23:00 - 23:30'), 'modal')).toMatch(/^Overlap detected/)
    expect(checkDayRange([], { start: '09:00', end: '' }, 'page')).toBe(
      'Please select both start and end times',
    )
  })
})

test('removing a range leaves the others', () => {
  expect(removeRange(schedule, 'mon', range('09:00 - 10:00')).mon).toEqual([range('14:00 - 15:00')])
  expect(removeRange(schedule, 'tue', range('09:00 - 10:00'))).toEqual(schedule)
})

describe('copying a day to all days', () => {
  test('replaces every day’s list', () => {
    const other = addRange(schedule, 'fri', range('20:00 - 21:00'))
    expect(checkCopy(other, 'mon')).toBeNull()
    const copied = copyToAllDays(other, 'mon')
    for (const ranges of Object.values(copied)) expect(ranges).toEqual(schedule.mon)
  })

  test('needs a day with ranges to copy', () => {
    expect(checkCopy(schedule, 'tue')).toBe('No time slots to copy')
  })

  test('is refused if the day’s night would overlap its own morning', () => {
    const mon = [range('01:00 - 03:00'), range('22:00 - 02:00')]
    expect(checkRange({ ...emptySchedule, mon: [mon[0]!] }, 'mon', mon[1]!, 'modal')).toBeNull()
    expect(checkCopy({ ...emptySchedule, mon }, 'mon')).toBe('Time slot overlaps with existing schedule')
  })
})

describe('painting hours', () => {
  const hour = 60
  const texts = (ranges: Schedule['mon']) => ranges.map(({ start, end }) => `${start} - ${end}`)
  const week = (days: Partial<Record<keyof Schedule, string[]>>): Schedule => ({
    ...emptySchedule,
    ...Object.fromEntries(Object.entries(days).map(([day, ranges]) => [day, ranges.map(range)])),
  })

  test('adds them to each of the days, and joins what they touch or cover', () => {
    const painted = paintHours(schedule, ['mon', 'tue'], { start: 9.5 * hour, end: 14 * hour }, true)
    expect(texts(painted.mon)).toEqual(['09:00 - 15:00'])
    expect(texts(painted.tue)).toEqual(['09:30 - 14:00'])
    expect(texts(paintHours(schedule, ['mon'], { start: 0, end: 24 * hour }, true).mon)).toEqual([
      '00:00 - 00:00',
    ])
  })

  test('removes them, and leaves what stands on both sides', () => {
    const painted = paintHours(schedule, ['mon'], { start: 9.5 * hour, end: 14.5 * hour }, false)
    expect(texts(painted.mon)).toEqual(['09:00 - 09:30', '14:30 - 15:00'])
    expect(paintHours(schedule, ['wed'], { start: 0, end: 24 * hour }, false)).toEqual(schedule)
  })

  test('cuts a night that began the day before, also from Sunday to Monday', () => {
    const nights = week({ mon: ['22:00 - 02:00'], sun: ['22:00 - 02:00'] })
    const early = paintHours(nights, ['mon', 'tue'], { start: hour, end: 2 * hour }, false)
    expect([early.sun, early.mon, early.tue].map(texts)).toEqual([['22:00 - 01:00'], ['22:00 - 01:00'], []])
    const split = paintHours(nights, ['mon'], { start: 0.5 * hour, end: hour }, false)
    expect([split.sun, split.mon].map(texts)).toEqual([['22:00 - 00:30'], ['01:00 - 02:00', '22:00 - 02:00']])
  })

  test('never makes an overlap or a range of more than a day', () => {
    const nights = week({ mon: ['00:00 - 10:00', '22:00 - 21:00'], wed: ['23:00 - 01:00'] })
    for (const days of [['mon'], ['tue'], ['sun', 'mon'], ['wed', 'thu']] as const) {
      for (let start = 0; start < 24 * hour; start += 3.5 * hour) {
        const end = Math.min(24 * hour, start + 12 * hour)
        for (const bookable of [true, false]) {
          const painted = paintHours(nights, days, { start, end }, bookable)
          expect(findOverlap(painted)).toBeNull()
          expect(paintHours(painted, days, { start, end }, bookable)).toEqual(painted)
        }
      }
    }
    const whole = paintHours(nights, ['mon'], { start: 10 * hour, end: 22 * hour }, true)
    expect(texts(whole.mon)).toEqual(['00:00 - 22:00', '22:00 - 21:00'])
  })
})
