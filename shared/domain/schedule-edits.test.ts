import { describe, expect, test } from 'vitest'
import { emptySchedule, parseRange, type Schedule } from './schedule.ts'
import {
  addRange,
  checkCopy,
  checkDayRange,
  checkRange,
  copyToAllDays,
  removeRange,
} from './schedule-edits.ts'

const range = (text: string) => parseRange(text)!
const schedule: Schedule = { ...emptySchedule, mon: [range('09:00 - 10:00'), range('14:00 - 15:00')] }

describe('adding a range', () => {
  test('keeps its day sorted, and the schedule it came from as it was', () => {
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

  test('spans midnight in the modal only', () => {
    for (const text of ['22:00 - 02:00', '22:00 - 22:00', '22:00 - 00:00']) {
      expect(checkRange(schedule, 'tue', range(text), 'modal')).toBeNull()
      expect(checkRange(schedule, 'tue', range(text), 'page')).toBe('End time must be after start time')
    }
    expect(checkRange(schedule, 'tue', range('22:00 - 23:00'), 'page')).toBeNull()
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

  test('to one date looks at that date alone', () => {
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

  test('needs something to copy', () => {
    expect(checkCopy(schedule, 'tue')).toBe('No time slots to copy')
  })

  test('is refused where the day’s night would meet its own morning', () => {
    const mon = [range('01:00 - 03:00'), range('22:00 - 02:00')]
    expect(checkRange({ ...emptySchedule, mon: [mon[0]!] }, 'mon', mon[1]!, 'modal')).toBeNull()
    expect(checkCopy({ ...emptySchedule, mon }, 'mon')).toBe('Time slot overlaps with existing schedule')
  })
})
