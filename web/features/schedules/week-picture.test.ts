import { expect, test } from 'vitest'
import { emptySchedule } from '#shared/domain/schedule.ts'
import { barsOf } from './week-picture.ts'

test('a range is drawn in its place, and continues on the next day if it crosses midnight', () => {
  const bars = barsOf({
    ...emptySchedule,
    mon: [{ start: '06:00', end: '12:00' }],
    sun: [{ start: '18:00', end: '06:00' }],
  })
  expect(bars.mon).toEqual([
    { from: 0.25, to: 0.5 },
    { from: 0, to: 0.25 },
  ])
  expect(bars.sun).toEqual([{ from: 0.75, to: 1 }])
  expect(bars.tue).toEqual([])
})

test('a range up to midnight ends with its day', () => {
  const bars = barsOf({ ...emptySchedule, fri: [{ start: '12:00', end: '00:00' }] })
  expect([bars.fri, bars.sat]).toEqual([[{ from: 0.5, to: 1 }], []])
})
