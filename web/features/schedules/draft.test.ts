import { describe, expect, test, vi } from 'vitest'
import { emptySchedule } from '#shared/domain/schedule.ts'
import { bodyOf, draftOf, sameDraft, withException } from './draft.ts'

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
  test('is what was saved, without past dates', () => {
    const draft = draftOf(saved, 'Asia/Tokyo', now)
    expect(draft.zone).toBe('America/New_York')
    expect(draft.exceptions.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-30'])
    expect(bodyOf(draft)).toEqual({
      schedule: saved.days,
      exceptions: saved.exceptions.slice(1),
      timezone: 'America/New_York',
    })
  })

  test('has no range that can’t be read, which is logged, and keeps the others', () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    const days = { ...saved.days, mon: ['25:00 - 26:00', '09:00 - 10:00'], tue: ['noon'] }
    expect(bodyOf(draftOf({ ...saved, days }, 'UTC', now)).schedule).toEqual(saved.days)
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      'Invalid time or day in the schedule: 25:00 - 26:00 on mon',
      'Invalid time or day in the schedule: noon on tue',
    ])
    log.mockRestore()
  })

  test('uses the device’s own zone before the first save', () => {
    expect(draftOf({ ...saved, time_zone: null }, 'Asia/Tokyo', now).zone).toBe('Asia/Tokyo')
  })

  test('differs once anything in it does', () => {
    const draft = draftOf(saved, 'UTC', now)
    expect(sameDraft(draft, { ...draft })).toBe(true)
    expect(sameDraft(draft, { ...draft, zone: 'UTC' })).toBe(false)
    expect(sameDraft(draft, { ...draft, exceptions: [] })).toBe(false)
    expect(sameDraft(draft, { ...draft, schedule: emptySchedule })).toBe(false)
  })

  test('has its dates in order, and each once', () => {
    const off = [{ date: '2026-11-30', ranges: [] }]
    const two = withException(off, '2026-11-25', [
      { start: '12:00', end: '13:00' },
      { start: '09:00', end: '10:00' },
    ])
    expect(two.map(({ date, ranges }) => [date, ranges.map(({ start }) => start)])).toEqual([
      ['2026-11-25', ['09:00', '12:00']],
      ['2026-11-30', []],
    ])
    expect(withException(two, '2026-11-25', [])).toEqual([{ date: '2026-11-25', ranges: [] }, ...off])
  })
})
