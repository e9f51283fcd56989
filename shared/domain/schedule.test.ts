import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptySchedule,
  findOverlap,
  formatRange,
  formatSchedule,
  minutesOf,
  parseRange,
  parseSchedule,
  type Schedule,
  weekdays,
} from './schedule.ts'
import { copyToAllDays } from './schedule-edits.ts'

const schedule = (days: Partial<Schedule>): Schedule => ({ ...emptySchedule, ...days })
const range = (text: string) => parseRange(text)!
const time = fc
  .nat({ max: 1439 })
  .map(n => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)

describe('a range', () => {
  test('keeps its times through its text, whatever they are', () => {
    fc.assert(
      fc.property(time, time, (start, end) => {
        expect(parseRange(formatRange({ start, end }))).toEqual({ start, end })
      }),
    )
    expect(formatRange({ start: '09:00', end: '10:30' })).toBe('09:00 - 10:30')
    expect(parseRange('09:00-10:30')).toEqual({ start: '09:00', end: '10:30' })
  })

  test.each([
    '',
    '09:00',
    '9:00 - 10:00',
    '09:00 - 24:00',
    '09:00 - 10:60',
    '09:00 - 10:00 - 11:00',
    '٠٩:٠٠ - 10:00',
  ])('is not read from %j', text => {
    expect(parseRange(text)).toBeNull()
  })

  test('lasts past midnight where its end is not after its start', () => {
    expect(minutesOf(range('09:00 - 10:30'))).toEqual({ start: 540, end: 630 })
    expect(minutesOf(range('22:00 - 00:00'))).toEqual({ start: 1320, end: 1440 })
    expect(minutesOf(range('22:00 - 02:00'))).toEqual({ start: 1320, end: 1560 })
    expect(minutesOf(range('09:00 - 09:00'))).toEqual({ start: 540, end: 1980 })
    expect(() => minutesOf({ start: '', end: '10:00' })).toThrow(RangeError)
  })
})

describe('ranges overlap', () => {
  test('on one day, and from a night into the next morning', () => {
    const mon = [range('09:00 - 11:00'), range('10:30 - 12:00')]
    expect(findOverlap(schedule({ mon }))).toEqual({ day: 'mon', range: mon[1] })
    expect(
      findOverlap(schedule({ tue: [range('22:00 - 02:00')], wed: [range('01:30 - 03:00')] })),
    ).toMatchObject({ day: 'wed' })
  })

  test('from Sunday night into Monday, since the week is a circle', () => {
    const sun = [range('23:00 - 01:00')]
    expect(findOverlap(schedule({ sun, mon: [range('00:30 - 02:00')] }))).toMatchObject({ day: 'mon' })
    expect(findOverlap(schedule({ sun, mon: [range('01:00 - 02:00')] }))).toBeNull()
  })

  test('not when they touch, nor when each day lasts until the next', () => {
    expect(findOverlap(schedule({ mon: [range('09:00 - 10:00'), range('10:00 - 11:00')] }))).toBeNull()
    const always = copyToAllDays(schedule({ mon: [range('08:15 - 08:15')] }), 'mon')
    expect(findOverlap(always)).toBeNull()
    expect(findOverlap(schedule({ thu: [range('08:15 - 08:15')] }))).toBeNull()
  })

  test('exactly if two of them contain the same minute of the week', () => {
    const days = fc.array(fc.tuple(fc.constantFrom(...weekdays), time, time), { maxLength: 6 })
    fc.assert(
      fc.property(days, list => {
        const week = new Uint8Array(7 * 1440)
        const made = { ...emptySchedule }
        for (const [day, start, end] of list) {
          made[day] = [...made[day], { start, end }]
          const minutes = minutesOf({ start, end })
          const midnight = weekdays.indexOf(day) * 1440
          for (let n = minutes.start; n < minutes.end; n++) week[(midnight + n) % week.length]!++
        }
        expect(findOverlap(made) !== null).toBe(week.some(count => count > 1))
      }),
    )
  })
})

describe('the day structure of the calendar calls', () => {
  test('is read sorted, with missing days empty, and written back the same', () => {
    const read = parseSchedule({ mon: ['14:00 - 15:00', '09:00 - 10:00'], sun: ['22:00 - 02:00'] })
    expect(read).toEqual({
      schedule: schedule({
        mon: [range('09:00 - 10:00'), range('14:00 - 15:00')],
        sun: [range('22:00 - 02:00')],
      }),
    })
    if (!('schedule' in read)) throw new Error('refused')
    const written = formatSchedule(read.schedule)
    expect(written).toMatchObject({
      mon: ['09:00 - 10:00', '14:00 - 15:00'],
      tue: [],
      sun: ['22:00 - 02:00'],
    })
    expect(parseSchedule(written)).toEqual(read)
  })

  test('is refused with the item that is wrong', () => {
    expect(parseSchedule({ fri: ['09:00 - 10:00', 'noon'] })).toEqual({
      problem: 'not_a_range',
      day: 'fri',
      item: 'noon',
    })
    expect(parseSchedule({ sun: ['23:00 - 01:00'], mon: ['00:00 - 02:00'] })).toEqual({
      problem: 'overlap',
      day: 'mon',
      item: '00:00 - 02:00',
    })
  })
})
