import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClock, weekdayOf } from './calendar-days.ts'
import { minutesFrom, nextTimes, plannedTimes, type SessionPlan } from './occurrences.ts'
import { weekdays } from './schedule.ts'

const weekly: SessionPlan = {
  startsOn: '2026-10-25',
  startTime: '01:30',
  minutes: 60,
  zone: 'America/New_York',
  repeatDays: ['sun'],
  repeatUntil: null,
  skippedDays: [],
}

const inUtc = (plan: SessionPlan, from: string, until: string) =>
  plannedTimes(plan, from, until).map(
    ({ start, end }) =>
      `${new Date(start).toISOString().slice(0, 16)} to ${new Date(end).toISOString().slice(11, 16)}`,
  )

describe('a session across a clock change', () => {
  test('keeps its wall time: the clock going back moves the moment by an hour', () => {
    const evening = { ...weekly, startTime: '18:00' }
    expect(inUtc(evening, '2026-10-25', '2026-11-08')).toEqual([
      '2026-10-25T22:00 to 23:00',
      '2026-11-01T23:00 to 00:00',
      '2026-11-08T23:00 to 00:00',
    ])
  })

  test('at a repeated time is at its first occurrence, and lasts its real minutes', () => {
    expect(inUtc(weekly, '2026-11-01', '2026-11-01')).toEqual(['2026-11-01T05:30 to 06:30'])
    // An hour and a half of real time ends at 02:00, as clocks show 01:00 to 02:00 twice.
    expect(inUtc({ ...weekly, minutes: 90 }, '2026-11-01', '2026-11-01')).toEqual([
      '2026-11-01T05:30 to 07:00',
    ])
  })

  test('at a skipped time is at the moment of the skip, and lasts its real minutes', () => {
    const spring = { ...weekly, startsOn: '2027-03-07', startTime: '02:30' }
    expect(inUtc(spring, '2027-03-07', '2027-03-21')).toEqual([
      '2027-03-07T07:30 to 08:30',
      '2027-03-14T07:00 to 08:00',
      '2027-03-21T06:30 to 07:30',
    ])
  })

  test('across the change lasts its real minutes, whatever the clocks show at its end', () => {
    const night: SessionPlan = {
      ...weekly,
      startsOn: '2027-03-06',
      repeatDays: ['sat'],
      startTime: '23:00',
      minutes: 300,
    }
    const times = plannedTimes(night, '2027-03-06', '2027-03-13')
    const ends = times.map(
      ({ end }) => wallClock(Temporal.Instant.fromEpochMilliseconds(end), night.zone).time,
    )
    expect(ends).toEqual(['04:00', '05:00'])
    expect(new Set(times.map(({ start, end }) => end - start))).toEqual(new Set([5 * 3_600_000]))
  })

  test('in a southern zone changes the other way', () => {
    const sydney = { ...weekly, zone: 'Australia/Sydney', startsOn: '2026-09-27', startTime: '18:00' }
    expect(inUtc(sydney, '2026-09-27', '2026-10-04')).toEqual([
      '2026-09-27T08:00 to 09:00',
      '2026-10-04T07:00 to 08:00',
    ])
    const april = { ...sydney, startsOn: '2027-03-28' }
    expect(inUtc(april, '2027-03-28', '2027-04-04')).toEqual([
      '2027-03-28T07:00 to 08:00',
      '2027-04-04T08:00 to 09:00',
    ])
  })

  test('has no occurrence on a date that its zone skipped', () => {
    const apia = {
      ...weekly,
      zone: 'Pacific/Apia',
      startsOn: '2011-12-29',
      repeatDays: weekdays,
      startTime: '10:00',
    }
    expect(plannedTimes(apia, '2011-12-29', '2011-12-31').map(({ date }) => date)).toEqual([
      '2011-12-29',
      '2011-12-31',
    ])
  })
})

describe('the next three', () => {
  const at = (iso: string) => Temporal.Instant.from(iso)
  const dates = (plan: SessionPlan, now: string) => nextTimes(plan, at(now)).map(({ date }) => date)

  test('are the matching days from the first on, without the excluded ones, up to the last', () => {
    const plan: SessionPlan = {
      ...weekly,
      startsOn: '2026-11-03',
      startTime: '18:00',
      repeatDays: ['mon', 'thu'],
      skippedDays: ['2026-11-09'],
    }
    expect(dates(plan, '2026-10-01T00:00Z')).toEqual(['2026-11-05', '2026-11-12', '2026-11-16'])
    expect(dates({ ...plan, repeatUntil: '2026-11-12' }, '2026-10-01T00:00Z')).toEqual([
      '2026-11-05',
      '2026-11-12',
    ])
  })

  test('begin with one in progress, until it is over', () => {
    expect(dates(weekly, '2026-11-01T06:29Z')[0]).toBe('2026-11-01')
    expect(dates(weekly, '2026-11-01T06:30Z')[0]).toBe('2026-11-08')
  })

  test('are one if it doesn’t repeat, and none once that is over', () => {
    const once = { ...weekly, repeatDays: [], startTime: '23:30' }
    expect(dates(once, '2026-01-01T00:00Z')).toEqual(['2026-10-25'])
    expect(dates(once, '2026-10-26T04:00Z')).toEqual(['2026-10-25'])
    expect(dates(once, '2026-10-26T04:30Z')).toEqual([])
  })
})

test('an end that isn’t after its start is on the next day', () => {
  expect(minutesFrom('10:00', '11:30')).toBe(90)
  expect(minutesFrom('23:00', '01:00')).toBe(120)
  expect(minutesFrom('10:00', '10:00')).toBe(1440)
})

describe('for any plan', () => {
  const zones = [
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'America/St_Johns',
    'UTC',
  ]
  const dayOf = (n: number) => new Date(Date.UTC(2026, 8, 1) + n * 86_400_000).toISOString().slice(0, 10)
  const day = fc.nat(300).map(dayOf)
  const plans = fc.record({
    startsOn: day,
    startTime: fc
      .nat(1439)
      .map(n => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`),
    minutes: fc.integer({ min: 15, max: 480 }),
    zone: fc.constantFrom(...zones),
    repeatDays: fc.subarray([...weekdays]),
    repeatUntil: fc.option(day),
    skippedDays: fc.array(day, { maxLength: 20 }),
  })

  test('the times are in order, disjoint, equally long, on days of the plan, and at its wall-clock time if the clocks show it', () => {
    fc.assert(
      fc.property(plans, day, day, (plan, from, until) => {
        const times = plannedTimes(plan, from, until)
        for (const [n, { date, start, end }] of times.entries()) {
          expect(end - start).toBe(plan.minutes * 60_000)
          if (n > 0) expect(start).toBeGreaterThanOrEqual(times[n - 1]!.end)
          expect(date >= from && date <= until && date >= plan.startsOn).toBe(true)
          if (plan.repeatDays.length > 0) {
            expect(plan.repeatDays).toContain(weekdayOf(Date.parse(date) / 86_400_000))
            expect(plan.skippedDays).not.toContain(date)
            expect(plan.repeatUntil === null || date <= plan.repeatUntil).toBe(true)
          } else expect(date).toBe(plan.startsOn)
          const shown = wallClock(Temporal.Instant.fromEpochMilliseconds(start), plan.zone)
          const wall = Temporal.PlainDateTime.from(`${date}T${plan.startTime}`)
          const exists = wall.toZonedDateTime(plan.zone).toPlainDateTime().equals(wall)
          if (exists) expect([shown.date, shown.time]).toEqual([date, plan.startTime])
          else expect(shown.time > plan.startTime).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('parts of a range of days have the same times as the whole', () => {
    fc.assert(
      fc.property(plans, fc.nat(200), fc.nat(60), fc.nat(60), (plan, first, some, more) => {
        const [a, b, c, d] = [first, first + some, first + some + 1, first + some + 1 + more].map(dayOf)
        expect([...plannedTimes(plan, a!, b!), ...plannedTimes(plan, c!, d!)]).toEqual(
          plannedTimes(plan, a!, d!),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('the next three are the first three that aren’t over', () => {
    fc.assert(
      fc.property(plans, fc.nat(300), (plan, n) => {
        const now = Temporal.Instant.from(`${dayOf(n)}T11:22Z`)
        const all = plannedTimes(plan, '2026-01-01', '2030-01-01')
        expect(nextTimes(plan, now)).toEqual(all.filter(({ end }) => end > now.epochMilliseconds).slice(0, 3))
      }),
      { numRuns: 200 },
    )
  })
})
