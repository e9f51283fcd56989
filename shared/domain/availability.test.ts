import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Calendar, expand } from './availability.ts'
import { wallClock } from './calendar-days.ts'
import { emptySchedule, minutesOf, parseRange, type Schedule, type TimeRange, weekdays } from './schedule.ts'
import { copyToAllDays } from './schedule-edits.ts'

const minute = 60_000
const day = 24 * 60 * minute
const range = (text: string) => parseRange(text)!
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds

/** Open ranges on one date of a zone, as "start to end" of real time. */
function onDate(zone: string, date: string, texts: string[]): string[] {
  const exceptions = [{ date, ranges: texts.map(range) }]
  const middle = at(`${date}T12:00Z`)
  const window = { start: middle - 3 * day, end: middle + 3 * day }
  return expand({ schedule: emptySchedule, exceptions, zone }, window).map(({ start, end }) =>
    [start, end].map(moment => new Date(moment).toISOString().slice(0, 16)).join(' to '),
  )
}

describe('on days when the clock changes', () => {
  const newYork = 'America/New_York'

  test('a repeated hour counts twice (New York)', () => {
    expect(onDate(newYork, '2026-11-01', ['00:30 - 02:00'])).toEqual(['2026-11-01T04:30 to 2026-11-01T07:00'])
    expect(onDate(newYork, '2026-11-01', ['13:00 - 14:00'])).toEqual(['2026-11-01T18:00 to 2026-11-01T19:00'])
  })

  test('a range within the repeated hour counts once, at its first occurrence', () => {
    expect(onDate(newYork, '2026-11-01', ['01:15 - 01:45'])).toEqual(['2026-11-01T05:15 to 2026-11-01T05:45'])
    expect(onDate(newYork, '2026-11-01', ['01:30 - 03:00'])).toEqual(['2026-11-01T05:30 to 2026-11-01T08:00'])
  })

  test('a skipped hour has no time (New York)', () => {
    expect(onDate(newYork, '2027-03-14', ['01:30 - 03:00'])).toEqual(['2027-03-14T06:30 to 2027-03-14T07:00'])
    expect(onDate(newYork, '2027-03-14', ['02:15 - 02:45'])).toEqual([])
    expect(onDate(newYork, '2027-03-14', ['02:30 - 03:15'])).toEqual(['2027-03-14T07:00 to 2027-03-14T07:15'])
    expect(onDate(newYork, '2027-03-14', ['13:00 - 14:00'])).toEqual(['2027-03-14T17:00 to 2027-03-14T18:00'])
  })

  test('Lord Howe moves by half an hour', () => {
    const zone = 'Australia/Lord_Howe'
    expect(onDate(zone, '2026-10-04', ['01:00 - 03:00'])).toEqual(['2026-10-03T14:30 to 2026-10-03T16:00'])
    expect(onDate(zone, '2026-04-05', ['01:00 - 03:00'])).toEqual(['2026-04-04T14:00 to 2026-04-04T16:30'])
  })

  test('Dublin’s winter time is its exception, and its hours match London’s', () => {
    for (const zone of ['Europe/Dublin', 'Europe/London']) {
      expect(onDate(zone, '2026-03-29', ['00:30 - 02:30'])).toEqual(['2026-03-29T00:30 to 2026-03-29T01:30'])
      expect(onDate(zone, '2026-10-25', ['00:30 - 02:30'])).toEqual(['2026-10-24T23:30 to 2026-10-25T02:30'])
    }
  })

  test('Apia skipped a Friday, whose ranges were not moved to the Saturday', () => {
    const zone = 'Pacific/Apia'
    expect(onDate(zone, '2011-12-30', ['10:00 - 12:00'])).toEqual([])
    expect(onDate(zone, '2011-12-29', ['22:00 - 02:00'])).toEqual(['2011-12-30T08:00 to 2011-12-30T10:00'])
    expect(onDate(zone, '2011-12-31', ['10:00 - 12:00'])).toEqual(['2011-12-30T20:00 to 2011-12-30T22:00'])
  })

  test('Santiago changes at midnight', () => {
    const zone = 'America/Santiago'
    expect(onDate(zone, '2026-09-06', ['00:00 - 02:00'])).toEqual(['2026-09-06T04:00 to 2026-09-06T05:00'])
    expect(onDate(zone, '2026-04-04', ['22:00 - 00:00'])).toEqual(['2026-04-05T01:00 to 2026-04-05T04:00'])
  })

  test('a range that crosses St. John’s change at midnight is open in the repeated hour', () => {
    const zone = 'America/St_Johns'
    expect(onDate(zone, '2010-11-07', ['00:00 - 02:00'])).toEqual(['2010-11-07T02:30 to 2010-11-07T05:30'])
    const exceptions = [{ date: '2010-11-07', ranges: [range('00:00 - 02:00')] }]
    const repeated = { start: at('2010-11-07T02:45Z'), end: at('2010-11-07T03:00Z') }
    expect(expand({ schedule: emptySchedule, exceptions, zone }, repeated)).toHaveLength(1)
  })

  test('a window of years finds the same as small windows', () => {
    const schedule = copyToAllDays({ ...emptySchedule, mon: [range('02:30 - 03:15')] }, 'mon')
    const calendar = { schedule, exceptions: [], zone: newYork }
    const from = at('2026-01-01T00:00Z')
    const small = Array.from({ length: 900 }, (_, n) => ({
      start: from + n * day,
      end: from + (n + 1) * day,
    }))
    const wide = expand(calendar, { start: from, end: from + 900 * day })
    expect(small.flatMap(window => expand(calendar, window))).toEqual(wide)
    expect(wide.filter(({ start, end }) => end - start === 15 * minute)).toHaveLength(3)
  })
})

test('zones without changes, and with odd offsets, keep their hours', () => {
  for (const date of ['2026-03-08', '2026-07-01', '2026-11-01', '2026-12-24']) {
    expect(onDate('America/Phoenix', date, ['09:00 - 10:00'])).toEqual([`${date}T16:00 to ${date}T17:00`])
    expect(onDate('Asia/Kathmandu', date, ['09:00 - 10:00'])).toEqual([`${date}T03:15 to ${date}T04:15`])
  }
})

describe('other hours on a date', () => {
  const zone = 'America/New_York'
  const schedule: Schedule = {
    ...emptySchedule,
    mon: [range('09:00 - 10:00'), range('22:00 - 02:00')],
    tue: [range('09:00 - 10:00')],
  }
  const window = { start: at('2026-11-23T00:00-05:00'), end: at('2026-11-26T00:00-05:00') }
  const starts = (exceptions: Calendar['exceptions']) =>
    expand({ schedule, exceptions, zone }, window).map(({ date, range: { start }, end }) => {
      return `${date} ${start} to ${wallClock(Temporal.Instant.fromEpochMilliseconds(end), zone).time}`
    })

  test('replace the ranges that begin on it, not the night before', () => {
    expect(starts([])).toEqual([
      '2026-11-23 09:00 to 10:00',
      '2026-11-23 22:00 to 02:00',
      '2026-11-24 09:00 to 10:00',
    ])
    expect(starts([{ date: '2026-11-24', ranges: [] }])).toEqual([
      '2026-11-23 09:00 to 10:00',
      '2026-11-23 22:00 to 02:00',
    ])
    expect(starts([{ date: '2026-11-23', ranges: [] }])).toEqual(['2026-11-24 09:00 to 10:00'])
  })

  test('begin after the night before has ended', () => {
    const other = expand(
      { schedule, exceptions: [{ date: '2026-11-24', ranges: [range('01:00 - 03:00')] }], zone },
      window,
    )
    expect(other.at(-1)).toMatchObject({
      start: at('2026-11-24T02:00-05:00'),
      end: at('2026-11-24T03:00-05:00'),
    })
  })

  test('begin at the same moment in a window that opens after it', () => {
    const long: Schedule = { ...emptySchedule, mon: [range('23:30 - 23:00')] }
    const exceptions = [{ date: '2026-11-24', ranges: [range('22:00 - 02:00')] }]
    const late = { start: at('2026-11-25T00:30-05:00'), end: at('2026-11-25T01:00-05:00') }
    const [only] = expand({ schedule: long, exceptions, zone }, late)
    expect(only).toMatchObject({ start: at('2026-11-24T23:00-05:00'), end: at('2026-11-25T02:00-05:00') })
  })
})

const first = Temporal.Instant.from('2007-01-01T00:00Z')
const last = Temporal.Instant.from('2038-01-01T00:00Z')
/** Every clock change of every zone within these years. */
const changes = Intl.supportedValuesOf('timeZone').flatMap(zone => {
  const found: { zone: string; moment: number; offsets: string }[] = []
  let next = first.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < last.epochMilliseconds) {
    const around = [-4 * day, -1, 0, 4 * day].map(milliseconds => next!.add({ milliseconds }).offset)
    found.push({ zone, moment: next.epochMilliseconds, offsets: around.join() })
    next = next.getTimeZoneTransition('next')
  }
  return found
})

test('every change of every zone from 2007 to 2037 leaves the week’s wall-clock hours as they are', () => {
  expect(changes.length).toBeGreaterThan(8000)
  // Zones that change their clocks alike have the same answer, so one name stands for all of them.
  const different = [
    ...new Map(changes.map(change => [`${change.moment} ${change.offsets}`, change])).values(),
  ]
  expect(different.length).toBeGreaterThan(1000)
  const texts = ['00:40 - 01:10', '01:15 - 01:45', '02:10 - 03:20', '13:00 - 14:00', '23:30 - 00:30']
  const ranges = texts.map(range)
  const schedule = copyToAllDays({ ...emptySchedule, mon: ranges }, 'mon')
  const wrong: unknown[] = []
  for (const { zone, moment } of different) {
    const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
    const today = there.toPlainDate()
    const window = { start: moment - 3 * day, end: moment + 3 * day }
    const found = new Map(
      expand({ schedule, exceptions: [], zone }, window).map(one => [`${one.date} ${one.range.start}`, one]),
    )
    for (const days of [-1, 0, 1]) {
      const date = today.add({ days })
      for (const one of ranges) {
        const start = boundary(date, one.start, zone)
        const until = one.end > one.start ? date : date.add({ days: 1 })
        const end = boundary(until, one.end, zone)
        const seen = found.get(`${date} ${one.start}`)
        const right = end > start ? seen?.start === start && seen.end === end : !seen
        if (!right) wrong.push({ zone, date: `${date}`, one, start, end, seen })
      }
    }
  }
  expect(wrong).toEqual([])
})

/**
 * When a wall-clock time first occurs, according to Temporal: as 'compatible' reads it, or, if it is skipped,
 * at the change.
 */
function boundary(date: Temporal.PlainDate, time: string, zone: string): number {
  const wanted = date.toPlainDateTime(time)
  const there = wanted.toZonedDateTime(zone)
  if (there.toPlainDateTime().equals(wanted)) return there.epochMilliseconds
  // One nanosecond later, since the moment itself can be the change.
  return there.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')!.epochMilliseconds
}

test('a minute-by-minute walk that watches the wall clock finds the same hours', () => {
  const cases = fc.constantFrom(...changes).chain(change => {
    const there = Temporal.Instant.fromEpochMilliseconds(change.moment).toZonedDateTimeISO(change.zone)
    // Half of the times are near the change, the others anywhere.
    const near = fc.integer({ min: -100, max: 100 }).map(minutes => there.add({ minutes }).toPlainTime())
    const anywhere = fc.nat(1439).map(minutes => Temporal.PlainTime.from('00:00').add({ minutes }))
    const time = fc.oneof(near, anywhere).map(plain => plain.toString({ smallestUnit: 'minute' }))
    const ranges = fc.array(fc.record({ start: time, end: time }), { maxLength: 3 }).map(apart)
    const schedule = fc.record({
      mon: ranges,
      tue: ranges,
      wed: ranges,
      thu: ranges,
      fri: ranges,
      sat: ranges,
      sun: ranges,
    })
    const exception = fc.record({
      date: fc.integer({ min: -1, max: 1 }).map(days => there.toPlainDate().add({ days }).toString()),
      ranges,
    })
    return fc.record({
      change: fc.constant(change),
      schedule,
      exceptions: fc.array(exception, { maxLength: 1 }),
    })
  })
  fc.assert(
    fc.property(cases, ({ change: { zone, moment }, schedule, exceptions }) => {
      const calendar = { schedule, exceptions, zone }
      const start = Math.floor(moment / minute) * minute - 1.5 * day
      const end = start + 3 * day
      const found = expand(calendar, { start, end })
      const free = new Set<number>()
      for (const one of found) {
        expect(one.end).toBeGreaterThan(one.start)
        for (let n = one.start; n < one.end; n += minute) {
          expect(free.has(n)).toBe(false)
          free.add(n)
        }
      }
      const walked = walk(calendar, start - 2.5 * day, end)
      for (let n = start; n < end; n += minute) {
        if (free.has(n) !== walked.has(n))
          throw new Error(`${new Date(n).toISOString()}: ${free.has(n)} in the engine`)
      }
    }),
    { numRuns: 50 },
  )
})

/**
 * The minutes of a person who opens when the clock first shows a range's start, and closes when it first
 * shows its end.
 */
function walk({ schedule, exceptions, zone }: Calendar, from: number, until: number): Set<number> {
  const free = new Set<number>()
  let pending: { open: string; close: string }[] = []
  let open: string[] = []
  let dated: Temporal.PlainDate | undefined
  for (let n = from; n < until; n += minute) {
    const there = Temporal.Instant.fromEpochMilliseconds(n).toZonedDateTimeISO(zone)
    const shown = there.toPlainDateTime().toString({ smallestUnit: 'minute' })
    // Also the dates that the clock skips: their nights may end on one that it shows.
    for (
      let date = dated?.add({ days: 1 }) ?? there.toPlainDate();
      !isAfter(date, there);
      date = date.add({ days: 1 })
    ) {
      dated = date
      const ranges =
        exceptions.find(one => one.date === `${date}`)?.ranges ?? schedule[weekdays[date.dayOfWeek - 1]!]
      for (const one of ranges) {
        const last = one.end > one.start ? date : date.add({ days: 1 })
        pending.push({ open: `${date}T${one.start}`, close: `${last}T${one.end}` })
      }
    }
    open.push(...pending.filter(one => one.open <= shown).map(one => one.close))
    pending = pending.filter(one => one.open > shown)
    open = open.filter(close => close > shown)
    if (open.length > 0) free.add(n)
  }
  return free
}

function isAfter(date: Temporal.PlainDate, there: Temporal.ZonedDateTime): boolean {
  return Temporal.PlainDate.compare(date, there.toPlainDate()) > 0
}

/** The ranges of a day that don't overlap one taken before. */
function apart(ranges: TimeRange[]): TimeRange[] {
  const sorted = [...ranges].sort((a, b) => (a.start < b.start ? -1 : 1))
  let free = -1
  return sorted.filter(one => {
    const { start, end } = minutesOf(one)
    if (start < free) return false
    free = end
    return true
  })
}
