import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalZone, firstMoment, isSameZone, wallAt, zoneOffsets } from './time-zone.ts'

const hour = 60 * 60 * 1000
const zones = Intl.supportedValuesOf('timeZone')
const wall = (text: string) => Temporal.Instant.from(`${text}Z`).epochMilliseconds
const shown = (moment: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime().toString()
const momentOf = (text: string, zone: string) => {
  const near = wall(text)
  return firstMoment(near, zoneOffsets(zone, near - 48 * hour, near + 48 * hour))
}

test('integer arithmetic agrees with Temporal on the moments of every zone', () => {
  const seconds = fc.integer({ min: wall('2007-01-01T00:00') / 1000, max: wall('2038-01-01T00:00') / 1000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
      const moment = second * 1000
      const offsets = zoneOffsets(zone, moment - 96 * hour, moment + 96 * hour)
      const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
      const local = wallAt(moment, offsets)
      expect(local).toBe(moment + there.offsetNanoseconds / 1e6)
      // 'compatible' reads an existing wall-clock time the same way: as its first occurrence.
      const compatible = there.toPlainDateTime().toZonedDateTime(zone)
      expect(firstMoment(local, offsets)).toBe(compatible.epochMilliseconds)
    }),
    { numRuns: 10_000 },
  )
})

describe('a wall-clock time', () => {
  test('shown twice is its first occurrence', () => {
    expect(momentOf('2026-11-01T01:30', 'America/New_York')).toBe(wall('2026-11-01T05:30'))
  })

  test('skipped is the moment of the skip', () => {
    for (const text of ['2027-03-14T02:00', '2027-03-14T02:30', '2027-03-14T03:00']) {
      expect(momentOf(text, 'America/New_York')).toBe(wall('2027-03-14T07:00'))
    }
  })

  test('of a skipped date is the first moment after that date', () => {
    const saturday = momentOf('2011-12-31T00:00', 'Pacific/Apia')
    expect(momentOf('2011-12-30T10:00', 'Pacific/Apia')).toBe(saturday)
    expect(shown(saturday, 'Pacific/Apia')).toBe('2011-12-31T00:00:00')
  })
})

test('a zone has its database’s name, and an offset isn’t a zone', () => {
  expect(canonicalZone('america/new_york')).toBe('America/New_York')
  expect(canonicalZone('UTC')).toBe('UTC')
  for (const zone of zones) expect(canonicalZone(zone)).not.toBeNull()
  for (const none of [
    '',
    'Mars/Olympus',
    '+05:00',
    '-03',
    '\u221203:00',
    '2020-01-01T00:00Z[America/New_York]',
    'New York',
  ])
    expect(canonicalZone(none)).toBeNull()
})

test('a zone’s former and present names are of one zone, and the same clocks alone don’t make one', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
  expect(isSameZone('America/Indianapolis', 'America/Indiana/Indianapolis')).toBe(true)
  expect(isSameZone('Europe/Berlin', 'Europe/Paris')).toBe(false)
  expect(isSameZone('Mars/Olympus', 'Mars/Olympus')).toBe(true)
  expect(isSameZone('Mars/Olympus', 'UTC')).toBe(false)
})
