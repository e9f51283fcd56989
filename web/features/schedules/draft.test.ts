import { describe, expect, test } from 'vitest'
import { emptySchedule } from '#shared/domain/schedule.ts'
import { bodyOf, dateIn, draftOf, hasHours, sameDraft, withException } from './draft.ts'

const saved = {
  days: { mon: ['09:00 - 10:00'], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
  exceptions: [
    { date: '2026-11-20', ranges: [] },
    { date: '2026-11-21', ranges: ['22:00 - 02:00'] },
    { date: '2026-11-30', ranges: [] },
  ],
  time_zone: 'America/New_York',
  version: 3,
}
const now = new Date('2026-11-22T12:00:00Z')

describe('a draft', () => {
  test('is what was saved, without dates that are over', () => {
    const draft = draftOf(saved, 'Asia/Tokyo', now)
    expect(draft.zone).toBe('America/New_York')
    expect(draft.exceptions.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-30'])
    expect(bodyOf(draft)).toEqual({
      schedule: saved.days,
      exceptions: saved.exceptions.slice(1),
      timezone: 'America/New_York',
    })
  })

  test('is in one’s own zone before the first save', () => {
    expect(draftOf({ ...saved, time_zone: null }, 'Asia/Tokyo', now).zone).toBe('Asia/Tokyo')
  })

  test('is another once anything of it is', () => {
    const draft = draftOf(saved, 'UTC', now)
    expect(sameDraft(draft, { ...draft })).toBe(true)
    expect(sameDraft(draft, { ...draft, zone: 'UTC' })).toBe(false)
    expect(sameDraft(draft, { ...draft, exceptions: [] })).toBe(false)
    expect(sameDraft(draft, { ...draft, schedule: emptySchedule })).toBe(false)
  })

  test('has hours by the week or by a date', () => {
    const nothing = { schedule: emptySchedule, exceptions: [{ date: '2026-11-30', ranges: [] }] }
    expect(hasHours(nothing)).toBe(false)
    expect(hasHours(draftOf(saved, 'UTC', now))).toBe(true)
    const once = withException(nothing.exceptions, '2026-11-25', [{ start: '09:00', end: '10:00' }])
    expect(once.map(({ date }) => date)).toEqual(['2026-11-25', '2026-11-30'])
    expect(hasHours({ ...nothing, exceptions: once })).toBe(true)
  })
})

test('a date is that of the zone', () => {
  const moment = new Date('2026-11-22T23:30:00Z')
  expect([dateIn('UTC', moment), dateIn('Asia/Tokyo', moment)]).toEqual(['2026-11-22', '2026-11-23'])
})
