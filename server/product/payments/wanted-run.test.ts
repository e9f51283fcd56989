import { describe, expect, test } from 'vitest'
import { Problem } from '#server/platform/http/problem.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import { wantedRun } from './wanted-run.ts'

const zone = 'America/New_York'
const half = 30 * 60_000
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds

/** What bookslot gets for the wall-clock times of a slot. */
function wallTimes({ start, end }: Interval, timeZone: string) {
  const [from, until] = [start, end].map(moment =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime(),
  )
  const time = (there: Temporal.PlainDateTime) => there.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: from!.toPlainDate().toString(), start_time: time(from!), end_time: time(until!) }
}

function refusalOf(ask: () => unknown): string {
  try {
    ask()
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`
    throw error
  }
  return 'none'
}

describe('the wall-clock times of a booking', () => {
  test('that clocks skip are the moment of the skip, as in slots', () => {
    const night = { date: '2027-03-14' }
    expect(wantedRun({ ...night, start_time: '02:30', end_time: '03:30' }, zone)).toEqual({
      start: at('2027-03-14T03:00-04:00'),
      end: at('2027-03-14T03:30-04:00'),
    })
    const skipped = () => wantedRun({ ...night, start_time: '02:30', end_time: '03:00' }, zone)
    expect(refusalOf(skipped)).toBe('invalid: Clocks skip this time that night. Choose another one.')
  })

  test('that clocks show twice are refused, and accepted as instants', () => {
    const times = { date: '2027-11-07', start_time: '01:30', end_time: '02:00' }
    expect(refusalOf(() => wantedRun(times, zone))).toMatch(/^invalid: Clocks go back that night/)
    const second = { start: '2027-11-07T06:30:00Z', end: '2027-11-07T07:00:00Z' }
    expect(wantedRun({ ...times, ...second }, zone)).toEqual({ start: at(second.start), end: at(second.end) })
  })

  test('of every half hour around every clock change of every zone are that half hour, or are refused by name', () => {
    let told = 0
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      let change = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(timeZone)
      for (;;) {
        const next = change.getTimeZoneTransition('next')
        if (!next || next.year > 2028) break
        change = next
        for (let n = -8; n < 8; n++) {
          const start = change.epochMilliseconds + n * half
          const tile = { start, end: start + half }
          const ask = () => expect(wantedRun(wallTimes(tile, timeZone), timeZone)).toEqual(tile)
          expect(refusalOf(ask)).toMatch(/^none$|^invalid: Clocks go back/)
          told++
        }
      }
    }
    expect(told).toBeGreaterThan(5000)
  })

  test('anywhere around a clock change are a time of some length, or refused by name', () => {
    for (const date of ['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07']) {
      for (let n = 0; n < 48 * 48; n++) {
        const time = (half: number) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
        const ask = () => {
          const run = wantedRun({ date, start_time: time(n % 48), end_time: time(Math.floor(n / 48)) }, zone)
          expect(run.end).toBeGreaterThan(run.start)
        }
        expect(refusalOf(ask)).toMatch(/^none$|^invalid: Clocks/)
      }
    }
  })

  test('that don’t exist are refused', () => {
    for (const start_time of ['24:00', '12:60', '']) {
      const ask = () => wantedRun({ date: '2027-03-14', start_time, end_time: '10:00' }, zone)
      expect(refusalOf(ask)).toBe('invalid: No slot has been selected')
    }
  })
})
