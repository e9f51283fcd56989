import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Calendar, expand } from './availability.ts'
import { nextDays } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { emptySchedule, parseRange, type Schedule, weekdays } from './schedule.ts'
import { checkRun, type SlotLength, type SlotQuestion, slotDays } from './slots.ts'

const minute = 60_000
const half = 30 * minute
const at = (text: string) => Temporal.Instant.from(text)
const ms = (text: string) => at(text).epochMilliseconds
const ranges = (...texts: string[]) => texts.map(text => parseRange(text)!)
const run = (start: string, end: string): Interval => ({ start: ms(start), end: ms(end) })

function question(
  days: Partial<Schedule>,
  more: Partial<SlotQuestion> & { zone?: string } = {},
): SlotQuestion {
  const { zone = 'America/New_York', ...rest } = more
  return {
    calendar: { schedule: { ...emptySchedule, ...days }, exceptions: [], zone },
    busy: [],
    viewerZone: 'America/New_York',
    now: at('2026-11-23T08:00-05:00'),
    ...rest,
  }
}

/** "mon 09:00 09:30*" for each day with tiles: their starts in the viewer's zone, a star where booked. */
function shown(asked: SlotQuestion, length: SlotLength = 30): string[] {
  return slotDays(asked, length).flatMap(({ date, slots }) => {
    const tiles = slots.flatMap(slot => slot.tiles)
    const times = tiles.map(({ start, booked }) => {
      const there = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(asked.viewerZone)
      return there.toPlainTime().toString({ smallestUnit: 'minute' }) + (booked ? '*' : '')
    })
    return times.length > 0 ? [`${date.slice(5)} ${times.join(' ')}`] : []
  })
}

describe('the picker', () => {
  test('shows seven days from today, and tiles of either length from where a range begins', () => {
    const asked = question({ mon: ranges('09:15 - 11:00'), sun: ranges('09:00 - 10:00') })
    expect(slotDays(asked, 30).map(({ date }) => date)).toHaveLength(7)
    expect(shown(asked)).toEqual(['11-23 09:15 09:45 10:15', '11-29 09:00 09:30'])
    expect(shown(asked, 60)).toEqual(['11-23 09:15', '11-29 09:00'])
  })

  test('hides tiles that have begun, and keeps counting from the start of the range', () => {
    const mon = ranges('09:00 - 11:00')
    expect(shown(question({ mon }, { now: at('2026-11-23T09:30-05:00') }))).toEqual([
      '11-23 09:30 10:00 10:30',
    ])
    expect(shown(question({ mon }, { now: at('2026-11-23T09:30:01-05:00') }))).toEqual(['11-23 10:00 10:30'])
    expect(shown(question({ mon }, { now: at('2026-11-23T09:30:01-05:00') }), 60)).toEqual(['11-23 10:00'])
    expect(shown(question({ mon }, { now: at('2026-11-23T10:31-05:00') }))).toEqual([])
  })

  test('grays out what is booked in whole or in part, and nothing that only touches a booking', () => {
    const busy = [
      run('2026-11-23T11:10-05:00', '2026-11-23T11:20-05:00'),
      run('2026-11-23T09:30-05:00', '2026-11-23T10:00-05:00'),
      run('2026-11-23T12:00-05:00', '2026-11-23T12:00-05:00'),
    ]
    expect(shown(question({ mon: ranges('09:00 - 12:30') }, { busy }))).toEqual([
      '11-23 09:00 09:30* 10:00 10:30 11:00* 11:30 12:00',
    ])
    expect(shown(question({ mon: ranges('09:00 - 12:00') }, { busy }), 60)).toEqual([
      '11-23 09:00* 10:00 11:00*',
    ])
  })

  test('cuts a night at the viewer’s midnight, but a run can continue across it', () => {
    const asked = question({ mon: ranges('22:00 - 00:00'), tue: ranges('00:00 - 01:00') })
    expect(shown(asked)).toEqual(['11-23 22:00 22:30 23:00 23:30', '11-24 00:00 00:30'])
    const westward = { ...asked, viewerZone: 'America/Los_Angeles' }
    expect(shown(westward)).toEqual(['11-23 19:00 19:30 20:00 20:30 21:00 21:30'])
    const eastward = { ...asked, viewerZone: 'Europe/London' }
    expect(shown(eastward)).toEqual(['11-24 03:00 03:30 04:00 04:30 05:00 05:30'])
    const night = question({ mon: ranges('22:00 - 01:00') })
    expect(slotDays(night, 30).map(({ slots }) => slots.length)).toEqual([1, 1, 0, 0, 0, 0, 0])
  })

  test('a week across the end of daylight saving time: the tutor’s hours stay, Arizona’s clock does not move', () => {
    const asked = question(
      { sat: ranges('09:00 - 10:00'), sun: ranges('09:00 - 10:00') },
      { now: at('2026-10-30T12:00Z'), viewerZone: 'America/Phoenix' },
    )
    expect(shown(asked)).toEqual(['10-31 06:00 06:30', '11-01 07:00 07:30'])
    expect(shown({ ...asked, viewerZone: 'America/New_York' })).toEqual([
      '10-31 09:00 09:30',
      '11-01 09:00 09:30',
    ])
    expect(shown({ ...asked, viewerZone: 'Asia/Kathmandu' })).toEqual([
      '10-31 18:45 19:15',
      '11-01 19:45 20:15',
    ])
  })

  test('a student who travels sees the same moments; a tutor who travels offers different ones', () => {
    const asked = question({ wed: ranges('18:00 - 19:00') })
    const moments = (one: SlotQuestion) =>
      slotDays(one, 30).flatMap(({ slots }) => slots.flatMap(({ tiles }) => tiles.map(({ start }) => start)))
    expect(moments({ ...asked, viewerZone: 'Asia/Tokyo' })).toEqual(moments(asked))
    expect(shown({ ...asked, viewerZone: 'Asia/Tokyo' })).toEqual(['11-26 08:00 08:30'])
    expect(shown(question({ wed: ranges('18:00 - 19:00') }, { zone: 'America/Los_Angeles' }))).toEqual([
      '11-25 21:00 21:30',
    ])
  })
})

describe('a run to book', () => {
  const asked = question({
    mon: ranges('09:00 - 11:00'),
    tue: ranges('22:00 - 00:00'),
    wed: ranges('00:00 - 01:15'),
  })

  test('is one tile or several, across midnight too', () => {
    expect(checkRun(asked, run('2026-11-23T09:00-05:00', '2026-11-23T09:30-05:00'))).toBeNull()
    expect(checkRun(asked, run('2026-11-23T09:30-05:00', '2026-11-23T11:00-05:00'))).toBeNull()
    expect(checkRun(asked, run('2026-11-24T23:00-05:00', '2026-11-25T01:00-05:00'))).toBeNull()
  })

  test.each([
    ['wrong_length', '2026-11-23T09:00-05:00', '2026-11-23T09:45-05:00'],
    ['wrong_length', '2026-11-23T10:00-05:00', '2026-11-23T09:00-05:00'],
    ['wrong_length', '2026-11-23T10:00-05:00', '2026-11-23T10:00-05:00'],
    ['past', '2026-11-23T07:30-05:00', '2026-11-23T08:30-05:00'],
    ['past', '2026-11-16T09:00-05:00', '2026-11-16T09:30-05:00'],
    ['beyond_window', '2026-11-30T09:00-05:00', '2026-11-30T09:30-05:00'],
    ['outside_availability', '2026-11-23T08:30-05:00', '2026-11-23T09:30-05:00'],
    ['outside_availability', '2026-11-23T09:15-05:00', '2026-11-23T09:45-05:00'],
    ['outside_availability', '2026-11-23T10:30-05:00', '2026-11-23T11:30-05:00'],
    ['outside_availability', '2026-11-25T00:30-05:00', '2026-11-25T01:30-05:00'],
    ['outside_availability', '2026-11-27T09:00-05:00', '2026-11-27T09:30-05:00'],
  ])('is refused as %s: %s to %s', (reason, start, end) => {
    expect(checkRun(asked, run(start, end))).toBe(reason)
  })

  test('is refused as taken if part of it is taken', () => {
    const busy = [run('2026-11-23T10:00-05:00', '2026-11-23T10:30-05:00')]
    const taken = (start: string, end: string) =>
      checkRun({ ...asked, busy }, run(`2026-11-23T${start}-05:00`, `2026-11-23T${end}-05:00`))
    expect(taken('09:30', '10:30')).toBe('taken')
    expect(taken('09:00', '10:00')).toBeNull()
    expect(taken('10:30', '11:00')).toBeNull()
  })

  test('can end after the window, by up to an hour’s tile', () => {
    const late = question({ sun: ranges('22:00 - 03:00') })
    expect(shown(late, 60)).toEqual(['11-29 22:00 23:00'])
    expect(checkRun(late, run('2026-11-29T23:30-05:00', '2026-11-30T00:30-05:00'))).toBeNull()
    expect(checkRun(late, run('2026-11-29T23:30-05:00', '2026-11-30T01:00-05:00'))).toBe('beyond_window')
  })

  test('is refused if its times aren’t numbers', () => {
    expect(checkRun(asked, { start: Number.NaN, end: ms('2026-11-23T09:30-05:00') })).toBe('wrong_length')
    expect(checkRun(asked, { start: -Infinity, end: Infinity })).toBe('wrong_length')
  })
})

const zones = Intl.supportedValuesOf('timeZone')
/** No clock has gone back past a midnight since: in Newfoundland it did, so a date there began twice. */
const from = at('2011-01-01T00:00Z')
/** The moments at which some zone's clock changes, each with the zone. */
const changes = zones.flatMap(zone => {
  const found: { zone: string; moment: number }[] = []
  let next = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && next.year < 2038) {
    found.push({ zone, moment: next.epochMilliseconds })
    next = next.getTimeZoneTransition('next')
  }
  return found
})
const quarters = fc
  .nat(95)
  .map(n => new Temporal.PlainTime(n >> 2, (n & 3) * 15).toString({ smallestUnit: 'minute' }))
const someRanges = fc
  .uniqueArray(quarters, { maxLength: 6 })
  .map(times => times.sort())
  .map(times =>
    times.flatMap((start, n) => (n % 2 === 0 && times[n + 1] ? [{ start, end: times[n + 1]! }] : [])),
  )
const night = fc.record({
  start: fc.constantFrom('22:00', '23:15'),
  end: fc.constantFrom('00:00', '00:15', '02:30'),
})
const week = fc
  .array(fc.oneof(someRanges, fc.tuple(night)), { minLength: 7, maxLength: 7 })
  .map(lists => Object.fromEntries(weekdays.map((day, n) => [day, lists[n]])))
  .map(days => ({ ...emptySchedule, ...days }))
const cases = fc.record({
  change: fc.constantFrom(...changes),
  other: fc.constantFrom(...zones),
  tutorChanges: fc.boolean(),
  ahead: fc.integer({ min: -24 * 60, max: 6 * 24 * 60 }),
  schedule: week,
  others: fc.array(
    fc.record({ day: fc.integer({ min: -3, max: 8 }), ranges: fc.oneof(someRanges, fc.tuple(night)) }),
    {
      maxLength: 4,
    },
  ),
  busy: fc.array(fc.tuple(fc.nat(8 * 24 * 12), fc.nat(40)), { maxLength: 20 }),
  length: fc.constantFrom<SlotLength>(30, 60),
})

describe('around any clock change of any zone', () => {
  test('the tiles match those of a slow, obvious picker, and each run of them can be booked', () => {
    fc.assert(
      fc.property(cases, ({ change, other, tutorChanges, ahead, schedule, others, busy, length }) => {
        const now = Math.floor(change.moment / minute) * minute - ahead * minute
        const zone = tutorChanges ? change.zone : other
        const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
        const exceptions = others.map(({ day, ranges }) => ({
          date: today.add({ days: day }).toString(),
          ranges,
        }))
        const asked: SlotQuestion = {
          calendar: { schedule, exceptions, zone },
          busy: busy.map(([start, size]) => ({
            start: now + start * 5 * minute,
            end: now + (start + size) * 5 * minute,
          })),
          viewerZone: tutorChanges ? other : change.zone,
          now: Temporal.Instant.fromEpochMilliseconds(now),
        }
        const days = slotDays(asked, length)
        const seen = days.flatMap(({ date, slots }) =>
          slots.flatMap(({ tiles }) => tiles.map(tile => ({ date, ...tile }))),
        )
        expect(seen).toEqual(slowTiles(asked, length))
        for (const { start, end, booked } of seen) {
          expect(end - start).toBe(length * minute)
          expect(checkRun(asked, { start, end })).toBe(booked ? 'taken' : null)
          expect(checkRun(asked, { start: start + 5 * minute, end: end + 5 * minute })).toBe(
            'outside_availability',
          )
        }
        const [slot] = days.flatMap(({ slots }) => slots)
        if (slot) expect(checkRun({ ...asked, busy: [] }, slot)).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  test('days differ exactly as on a person’s calendar, minute by minute', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.integer({ min: -1440, max: 4320 }),
        ({ zone, moment }, ahead) => {
          const now = Math.floor(moment / minute) * minute - ahead * minute
          const instant = Temporal.Instant.fromEpochMilliseconds(now)
          const days = nextDays(instant, zone, 5)
          let latest = instant.toZonedDateTimeISO(zone).toPlainDate().toString()
          const dates = [latest]
          for (let n = now; dates.length < 5; n += minute) {
            const date = Temporal.Instant.fromEpochMilliseconds(n)
              .toZonedDateTimeISO(zone)
              .toPlainDate()
              .toString()
            if (date <= latest) continue
            expect(days[dates.length]).toMatchObject({ date, start: n })
            dates.push(date)
            latest = date
          }
          expect(days.map(({ date }) => date)).toEqual(dates)
        },
      ),
      { numRuns: 100 },
    )
  })
})

/** Checks every tile of every occurrence against every day and every busy interval. */
function slowTiles({ calendar, busy, viewerZone, now }: SlotQuestion, length: SlotLength) {
  const days = nextDays(now, viewerZone, 7)
  const from = now.epochMilliseconds
  const tiles: (Interval & { date: string; booked: boolean })[] = []
  for (const { start, end } of wideExpand(calendar, from)) {
    for (let at = start; at + length * minute <= end; at += length * minute) {
      const tile = { start: at, end: at + length * minute }
      const day = days.find(one => one.start <= at && at < one.end)
      if (!day || at < from) continue
      const booked = busy.some(one => one.end > one.start && one.start < tile.end && tile.start < one.end)
      tiles.push({ date: day.date, ...tile, booked })
    }
  }
  return tiles
}

/** The same occurrences from a window of another place and size: the result must not depend on it. */
function wideExpand(calendar: Calendar, from: number) {
  return expand(calendar, { start: from - 100 * half, end: from + 24 * 14 * 2 * half })
}
