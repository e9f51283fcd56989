import { describe, expect, test } from 'vitest'
import type { Session } from '#shared/api/sessions.ts'
import {
  emptyValues,
  faultsOf,
  fieldOf,
  planOf,
  type SessionValues,
  timingOf,
  valuesLike,
} from './session-values.ts'

const good: SessionValues = {
  ...emptyValues('UTC', null),
  title: ' Heaps ',
  description: 'From arrays to heaps.',
  date: '2026-11-23',
  start: '16:00',
  end: '17:30',
}

const faultsIn = (change: Partial<SessionValues>) =>
  Object.fromEntries(Object.entries(faultsOf({ ...good, ...change })).filter(([, text]) => text))

describe('the form of a session', () => {
  test('is valid once it has a topic, times and a number of people', () => {
    expect(faultsIn({})).toEqual({})
    expect(Object.keys(faultsOf(emptyValues('UTC', null))).length).toBeGreaterThan(0)
  })

  test('names every missing thing at its field, all at once', () => {
    const faults = faultsOf({
      ...emptyValues('UTC', null),
      paid: true,
      online: false,
      repeat: true,
      capacity: '',
    })
    expect(Object.entries(faults).flatMap(([name, text]) => (text ? [name] : []))).toEqual([
      'title',
      'description',
      'date',
      'start',
      'end',
      'days',
      'rate',
      'location',
      'capacity',
    ])
  })

  test('reads an end before the start as the next day, within limits', () => {
    expect(faultsIn({ start: '23:00', end: '01:00' })).toEqual({})
    expect(faultsIn({ start: '16:00', end: '15:00' }).end).toBe(
      'A session lasts at most 8 h. These times make it 23 h.',
    )
    expect(faultsIn({ start: '16:00', end: '16:10' }).end).toBe('A session lasts at least 15 min.')
  })

  test('refuses invalid rates and numbers of people', () => {
    expect(faultsIn({ paid: true, rate: '0.50' }).rate).toMatch(/between \$1\.00 and \$1,000\.00/)
    expect(faultsIn({ paid: true, rate: 'twenty' }).rate).toMatch(/in dollars/)
    for (const capacity of ['0', '201', '2.5', 'many']) {
      expect(faultsIn({ capacity }).capacity).toMatch(/1 to 200/)
    }
    expect(faultsIn({ repeat: true, days: ['mon'], until: '2026-11-22' }).until).toMatch(/before the first/)
  })

  test('sends what it shows, and nothing that it hides', () => {
    const hidden = { repeat: false, days: ['fri' as const], until: '2026-12-01', skipped: ['2026-11-27'] }
    expect(
      planOf({ ...good, ...hidden, zone: 'Europe/Berlin', rate: '20', location: 'Library' }),
    ).toMatchObject({
      title: 'Heaps',
      timezone: 'Europe/Berlin',
      rate: '',
      location: '',
      capacity: 50,
      repeat: false,
      repeat_days: [],
      repeat_until: null,
      skipped_days: [],
    })
    const shown = {
      ...good,
      ...hidden,
      repeat: true,
      paid: true,
      rate: '$20',
      online: false,
      location: ' Library ',
    }
    expect(planOf(shown)).toMatchObject({
      rate: '20.00',
      location: 'Library',
      repeat_days: ['fri'],
      repeat_until: '2026-12-01',
      skipped_days: ['2026-11-27'],
    })
  })

  test('has no times until they are filled in', () => {
    expect(timingOf({ ...good, date: '' })).toBeNull()
    expect(timingOf({ ...good, date: '0002-11-23' })).toBeNull()
    expect(timingOf({ ...good, end: '' })).toBeNull()
    expect(timingOf({ ...good, repeat: true })).toBeNull()
    expect(timingOf({ ...good, start: '23:00', end: '00:30' })).toMatchObject({ minutes: 90 })
  })

  test('as a copy starts without the days, but with everything else', () => {
    const other = {
      title: 'Heaps',
      description: 'All of them.',
      time_zone: 'Europe/Berlin',
      starts_on: '2026-11-23',
      start_time: '23:00',
      minutes: 90,
      repeat: true,
      repeat_days: ['mon'],
      repeat_until: '2026-12-20',
      skipped_days: ['2026-11-30'],
      rate: '20.00',
      location: 'Library',
      capacity: 12,
      crns: ['10432-Heaps'],
      version: 3,
    } as unknown as Session
    expect(valuesLike(other)).toEqual({
      title: 'Heaps',
      description: 'All of them.',
      zone: 'Europe/Berlin',
      date: '',
      start: '23:00',
      end: '00:30',
      repeat: true,
      days: ['mon'],
      until: '',
      skipped: [],
      skipping: '',
      paid: true,
      rate: '20.00',
      online: false,
      location: 'Library',
      capacity: '12',
      crns: ['10432-Heaps'],
      version: 0,
    })
  })

  test('finds the field of a fault that the server reports', () => {
    expect(fieldOf('body.starts_on')).toBe('date')
    expect(fieldOf('body.plan.crns.2')).toBe('crns')
    expect(fieldOf('body.plan.version')).toBeNull()
  })
})
