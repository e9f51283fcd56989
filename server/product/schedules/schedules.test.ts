import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { freeTiles, hold, type Slot, zone } from '../../../test/factories/bookings.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let student: Person
beforeAll(async () => {
  stack = await startStack()
  student = await stack.signIn('stan.student')
})
afterAll(() => stack?.close())

const noHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const everyDay = (ranges: string[]) =>
  Object.fromEntries(Object.keys(noHours).map(day => [day, ranges])) as Record<keyof typeof noHours, string[]>

type Save = {
  schedule: Record<keyof typeof noHours, string[]>
  exceptions?: { date: string; ranges: string[] }[]
  timezone?: string
  version?: number
}
const save = (person: Person, body: Save) => person.call(schedules.save, { body })
const own = async (person: Person, timezone?: string) =>
  (await person.call(schedules.own, { query: { timezone } })).body
const of = async (viewer: Person, query: { username?: string; email?: string; timezone?: string }) =>
  (await viewer.call(schedules.ofPerson, { query })).body

/** The date that many days from now for people in a zone. */
const dateIn = (days: number, timeZone: string) =>
  stack.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().add({ days }).toString()

describe('a person’s own schedule', () => {
  test('is empty until it is saved, and then comes back as saved, in order', async () => {
    const tara = await stack.signIn('tara.tutor')
    expect(await own(tara)).toMatchObject({
      schedule: { days: noHours, exceptions: [], time_zone: null, version: 0 },
      slots: [],
    })
    const day = dateIn(3, 'America/New_York')
    const { body } = await save(tara, {
      schedule: { ...noHours, mon: ['14:00 - 15:30', '09:00-10:00'], sun: ['22:00 - 01:00'] },
      exceptions: [{ date: day, ranges: ['08:00 - 09:00'] }],
      timezone: 'america/new_york',
      version: 0,
    })
    expect(body.schedule).toEqual({
      days: { ...noHours, mon: ['09:00 - 10:00', '14:00 - 15:30'], sun: ['22:00 - 01:00'] },
      exceptions: [{ date: day, ranges: ['08:00 - 09:00'] }],
      time_zone: 'America/New_York',
      version: 1,
    })
    expect((await own(tara)).schedule).toEqual(body.schedule)
  })

  test('uses the zone of its owner’s profile unless another is given, and keeps it', async () => {
    const person = await stack.signIn('kiran')
    await person.call(profiles.save, { body: { time_zone: 'Asia/Kathmandu' } })
    await save(person, { schedule: everyDay(['09:00 - 10:00']) })
    await person.call(profiles.save, { body: { time_zone: 'Europe/Paris' } })
    const { body } = await save(person, { schedule: everyDay(['09:00 - 11:00']) })
    expect(body.schedule.time_zone).toBe('Asia/Kathmandu')
  })

  test('keeps its dates if a save leaves them out, and drops them if it sends an empty list', async () => {
    const person = await stack.signIn('dora')
    const exceptions = [{ date: dateIn(2, 'UTC'), ranges: [] }]
    await save(person, { schedule: noHours, exceptions, timezone: 'UTC' })
    expect((await save(person, { schedule: noHours })).body.schedule.exceptions).toEqual(exceptions)
    expect((await save(person, { schedule: noHours, exceptions: [] })).body.schedule.exceptions).toEqual([])
  })

  test('has a slot for every range of the week, whole and on its own day, so that they make the same week again', async () => {
    const person = await stack.signIn('wanda.weekly')
    const week = {
      ...everyDay(['00:00 - 00:30', '02:10 - 02:40', '09:00 - 17:00', '22:00 - 00:00']),
      sun: ['20:00 - 00:00'],
    }
    const exceptions = [0, 1, 2].map(days => ({ date: dateIn(days, 'America/New_York'), ranges: [] }))
    await save(person, { schedule: week, exceptions, timezone: 'America/New_York' })
    const daysOf = async (timezone?: string) => {
      const days: Record<string, string[]> = structuredClone(noHours)
      for (const { day, start_time, end_time } of (await own(person, timezone)).slots)
        days[day]!.push(`${start_time} - ${end_time}`)
      return days
    }
    expect(await daysOf()).toEqual(week)
    const { sun } = await daysOf('America/Los_Angeles')
    expect(sun!.sort()).toEqual(['17:00 - 21:00', '21:00 - 21:30', '23:10 - 23:40'])
  })

  test('accepts every minute of every day, and returns it unchanged', async () => {
    const person = await stack.signIn('mina')
    const times = Array.from({ length: 24 * 60 }, (_, n) => {
      const text = (minute: number) =>
        `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      return `${text(n)} - ${text(n + 1)}`
    })
    for (let first = 0; first < times.length; first += 48 * 7) {
      const days = Object.keys(noHours).map((day, n) => [
        day,
        times.slice(first + n * 48, first + (n + 1) * 48),
      ])
      const schedule = Object.fromEntries(days) as Save['schedule']
      const { status, body } = await save(person, { schedule, timezone: 'Pacific/Apia' })
      expect([status, body.schedule.days]).toEqual([200, schedule])
    }
  })
})

describe('an invalid schedule is refused with the item, and nothing of it is saved', () => {
  let tom: Person
  const good = { ...noHours, wed: ['09:00 - 10:00'] }
  beforeAll(async () => {
    tom = await stack.signIn('tom')
    await save(tom, { schedule: good, timezone: 'UTC', exceptions: [] })
  })

  const date = '2027-03-01'
  test.each<[string, Partial<Save>, string]>([
    ['no time', { schedule: { ...good, mon: ['9 to 5'] } }, 'body.schedule.mon'],
    [
      'an hour too many',
      { schedule: { ...good, tue: ['09:00 - 10:00', '24:00 - 25:00'] } },
      'body.schedule.tue',
    ],
    ['an overlap', { schedule: { ...good, fri: ['09:00 - 10:00', '09:30 - 11:00'] } }, 'body.schedule.fri'],
    [
      'a night that reaches into the morning after',
      { schedule: { ...good, thu: ['23:00 - 02:00'], fri: ['01:00 - 03:00'] } },
      'body.schedule.fri',
    ],
    [
      'Sunday’s night that reaches into Monday',
      { schedule: { ...good, sun: ['23:00 - 02:00'], mon: ['01:00 - 03:00'] } },
      'body.schedule.mon',
    ],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'body.timezone'],
    ['an offset for a zone', { timezone: '+05:00' }, 'body.timezone'],
    ['no time on a date', { exceptions: [{ date, ranges: ['noon'] }] }, 'body.exceptions.0'],
    [
      'an overlap on a date',
      {
        exceptions: [
          { date: '2027-02-01', ranges: [] },
          { date, ranges: ['09:00 - 11:00', '10:00 - 12:00'] },
        ],
      },
      'body.exceptions.1',
    ],
    [
      'a date twice',
      {
        exceptions: [
          { date, ranges: [] },
          { date, ranges: ['09:00 - 11:00'] },
        ],
      },
      'body.exceptions.1',
    ],
    ['no date', { exceptions: [{ date: '2027-02-30', ranges: [] }] }, 'body.exceptions.0.date'],
    ['a date of year 0', { exceptions: [{ date: '0000-02-01', ranges: [] }] }, 'body.exceptions.0.date'],
    ['a version that no save returns', { version: 3_000_000_000 }, 'body.version'],
  ])('%s', async (_, change, path) => {
    const { status, problem } = await save(tom, { schedule: { ...good, sat: ['09:00 - 10:00'] }, ...change })
    expect([status, problem.errors?.map(fault => fault.path)]).toEqual([422, [path]])
    expect((await own(tom)).schedule).toEqual({ days: good, exceptions: [], time_zone: 'UTC', version: 1 })
  })

  test('a day that is left out', async () => {
    const { mon: _, ...six } = good
    const { status } = await tom.call(schedules.save, { body: { schedule: six as typeof good } })
    expect(status).toBe(422)
    expect((await own(tom)).schedule.version).toBe(1)
  })
})

describe('Two devices', () => {
  test('that save on top of the same version: one succeeds, the other is told and can save on top', async () => {
    const person = await stack.signIn('vera')
    const phone = await stack.signIn('vera')
    for (const version of [0, 1, 2]) {
      const answers = await Promise.all([
        save(person, { schedule: everyDay(['09:00 - 10:00']), timezone: 'UTC', version }),
        save(phone, { schedule: everyDay(['11:00 - 12:00']), timezone: 'UTC', version }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = answers.find(({ status }) => status === 200)!.body.schedule
      expect(winner.version).toBe(version + 1)
      expect((await own(person)).schedule).toEqual(winner)
      expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('conflict')
    }
  })

  test('that save the same, or one whose answer was lost: it is saved once', async () => {
    const person = await stack.signIn('lotte')
    const exceptions = [
      { date: '2027-03-01', ranges: [] },
      { date: '2027-02-01', ranges: ['09:00 - 10:00', '08:00 - 08:30'] },
    ]
    const wanted = {
      schedule: everyDay(['09:00 - 10:00']),
      exceptions,
      timezone: 'Europe/Berlin',
      version: 0,
    }
    const first = await save(person, wanted)
    const again = await save(person, wanted)
    expect([again.status, again.body.schedule]).toEqual([200, first.body.schedule])
    for (const other of [{ schedule: noHours }, { exceptions: [] }, { timezone: 'UTC' }]) {
      expect((await save(person, { ...wanted, ...other })).status).toBe(409)
    }
  })

  test('of which one sends no version: it just saves', async () => {
    const person = await stack.signIn('olga')
    await save(person, { schedule: noHours, timezone: 'UTC', version: 0 })
    const { status, body } = await save(person, { schedule: everyDay(['09:00 - 10:00']) })
    expect([status, body.schedule.version]).toEqual([200, 2])
  })
})

describe('A tutor’s slots', () => {
  let tutor: Person
  beforeAll(async () => {
    tutor = await stack.signIn('nina.newyork')
    await save(tutor, { schedule: everyDay(['09:00 - 17:00']), timezone: 'America/New_York' })
  })

  test('are the same instants in every zone', async () => {
    for (const timezone of ['America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Dublin']) {
      const { slots } = await of(student, { username: 'nina.newyork', timezone })
      expect(slots.length).toBeGreaterThanOrEqual(6)
      const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
      for (const slot of slots) {
        // The requester's midnight cuts a slot in two.
        const [day] = slot.id.split(' ')
        const local = Temporal.PlainDateTime.from(`${day}T${slot.local_start}`).toZonedDateTime(slot.zone)
        const seen = local.withTimeZone(timezone)
        expect(slot).toMatchObject({
          zone: 'America/New_York',
          date: seen.toPlainDate().toString(),
          day: names[seen.dayOfWeek - 1],
          start_time: seen.toPlainTime().toString({ smallestUnit: 'minute' }),
        })
      }
    }
  })

  test('are in the zone of whoever asks if they name none, so that a time read from them is the one that is booked', async () => {
    const pacific = await stack.signIn('paula.pacific')
    await pacific.call(profiles.save, { body: { time_zone: 'America/Los_Angeles' } })
    const startsOf = async (viewer: Person, timezone?: string) => {
      const { slots } = await of(viewer, { username: 'nina.newyork', timezone })
      // Without the first, of which part may have passed.
      return new Set(slots.slice(1).map(slot => slot.start_time))
    }
    expect(await startsOf(pacific)).toEqual(new Set(['06:00']))
    expect(await startsOf(stack.visitor())).toEqual(await startsOf(stack.visitor(), 'UTC'))
  })

  test('across midnight continue on the next day', async () => {
    const owl = await stack.signIn('otis.owl')
    await save(owl, { schedule: everyDay(['22:00 - 02:00']), timezone: 'UTC' })
    const { slots } = await of(student, { username: 'otis.owl', timezone: 'UTC' })
    const [evening, morning] = slots.filter(slot => slot.id.startsWith(dateIn(2, 'UTC')))
    expect(evening).toMatchObject({ date: dateIn(2, 'UTC'), start_time: '22:00', end_time: '00:00' })
    expect(morning).toMatchObject({ date: dateIn(3, 'UTC'), start_time: '00:00', end_time: '02:00' })
  })

  test('leave out a day off, and differ on a date with other hours', async () => {
    const elsa = await stack.signIn('elsa')
    const [off, other] = [dateIn(2, 'UTC'), dateIn(3, 'UTC')]
    await save(elsa, {
      schedule: everyDay(['09:00 - 10:00']),
      exceptions: [
        { date: off, ranges: [] },
        { date: other, ranges: ['18:00 - 19:00', '12:00 - 13:00'] },
      ],
      timezone: 'UTC',
    })
    const { slots } = await of(student, { username: 'elsa', timezone: 'UTC' })
    const on = (date: string) => slots.filter(slot => slot.date === date).map(slot => slot.start_time)
    expect([on(off), on(other), on(dateIn(4, 'UTC'))]).toEqual([[], ['12:00', '18:00'], ['09:00']])
  })

  test('include taken times, without saying who took them', async () => {
    const postId = await makeTutor(stack, await stack.signIn('tess.taken'), { ranges: ['00:00 - 00:00'] })
    const slot = (await freeTiles(student, postId))[0]!
    await hold(student, postId, slot)
    const { bookings: taken } = await of(await stack.signIn('otto'), { username: 'tess.taken' })
    expect(taken).toEqual([slot])
  })

  test('are empty for an unknown name, another person’s email, and a blocked or suspended person', async () => {
    const nobody = { status: 'success', slots: [], bookings: [] }
    await tutor.call(blocks.block, { body: { username: (await whoIs('bo.blocked')).username } })
    const blocked = await stack.signIn('bo.blocked')
    expect(await of(student, { username: 'nobody' })).toEqual(nobody)
    expect(await of(student, { email: 'nina.newyork@example.edu' })).toEqual(nobody)
    expect(await of(student, { email: 'nobody@example.edu' })).toEqual(nobody)
    expect(await of(blocked, { username: 'nina.newyork' })).toEqual(nobody)
    expect((await of(tutor, { email: 'Nina.NewYork@example.edu' })).slots.length).toBeGreaterThan(5)
    expect((await of(tutor, {})).slots.length).toBeGreaterThan(5)
  })

  test('are the same for everyone, and only the person sees the taken times outside of them', async () => {
    const tutor = await stack.signIn('vic.visited')
    const postId = await makeTutor(stack, tutor, { ranges: ['09:00 - 12:00'], zone: 'UTC' })
    const slot = (await freeTiles(student, postId))[0]!
    await hold(student, postId, slot)
    // Their own booking with somebody else, half of it in the hours they offer.
    const others = await makeTutor(stack, await stack.signIn('ola.other'), {
      ranges: ['00:00 - 00:00'],
      zone: 'UTC',
    })
    const day = dateIn(4, 'UTC')
    const own = { start: `${day}T11:30:00.000Z`, end: `${day}T12:30:00.000Z` }
    await hold(tutor, others, own)
    const query = { username: 'vic.visited', timezone: 'UTC' }
    const seen = await of(stack.visitor(), query)
    expect(await of(student, query)).toEqual(seen)
    expect(seen.bookings).toEqual([slot, { ...own, end: `${day}T12:00:00.000Z` }])
    const { slots, bookings } = await of(tutor, query)
    expect([slots, bookings]).toEqual([seen.slots, [slot, own]])
    const nobody = { status: 'success', slots: [], bookings: [] }
    expect(await of(stack.visitor(), {})).toEqual(nobody)
    expect(await of(stack.visitor(), { email: 'vic.visited@example.edu' })).toEqual(nobody)
  })

  test('are taken at a viewer’s other bookings within them, for that viewer alone', async () => {
    const viewer = await stack.signIn('val.viewer')
    await makeTutor(stack, await stack.signIn('wes.wanted'), { ranges: ['09:00 - 12:00'], zone: 'UTC' })
    const others = await makeTutor(stack, await stack.signIn('ora.other'), { ranges: ['00:00 - 00:00'] })
    const day = dateIn(3, 'UTC')
    const own = { start: `${day}T08:30:00.000Z`, end: `${day}T09:30:00.000Z` }
    await hold(viewer, others, own)
    const taken = async (person: Person) =>
      (await of(person, { username: 'wes.wanted', timezone: 'UTC' })).bookings
    expect(await taken(viewer)).toEqual([{ ...own, start: `${day}T09:00:00.000Z` }])
    expect(await taken(await stack.signIn('una.other'))).toEqual([])
    expect(await taken(stack.visitor())).toEqual([])
  })

  test('need a login to be read as saved, and to be saved', async () => {
    const visitor = stack.visitor()
    const answers = [
      await visitor.call(schedules.own, { query: {} }),
      await save(visitor, { schedule: noHours }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  test('need a valid zone', async () => {
    for (const call of [schedules.own, schedules.ofPerson]) {
      const { status, problem } = await student.call(call, { query: { timezone: 'Mars/Olympus' } })
      expect([status, problem.errors?.[0]?.path]).toEqual([422, 'query.timezone'])
    }
  })
})

describe('A booking', () => {
  let tutor: Person
  let postId: string
  let slot: Slot
  let id: string
  beforeAll(async () => {
    tutor = await stack.signIn('bella.booked')
    postId = await makeTutor(stack, tutor)
    slot = (await freeTiles(student, postId, 3))[0]!
    id = (await hold(student, postId, slot)).id
  })

  test.each<[string, Omit<Save, 'version'>]>([
    ['the zone changes', { schedule: everyDay(['09:00 - 17:00']), timezone: 'Asia/Tokyo' }],
    ['the hours are gone', { schedule: noHours }],
    ['the day is taken off', { schedule: noHours, exceptions: [{ date: '2026-01-01', ranges: [] }] }],
  ])('keeps its instant when %s', async (_, change) => {
    expect((await save(tutor, change)).status).toBe(200)
    const { body } = await student.call(bookings.get, { params: { id }, query: { timezone: zone } })
    expect(body.booking).toMatchObject({ status: 'held', starts_on: slot.start, ends_on: slot.end })
  })

  test.each([
    ['empty', []],
    ['too short for a slot', ['09:00 - 09:20', '23:50 - 00:10']],
  ])('is refused with a tutor whose hours are %s, and the picker says so', async (_, ranges) => {
    await save(tutor, { schedule: everyDay(ranges), exceptions: [] })
    const { body } = await student.call(schedules.tiles, { query: { post_id: postId, timezone: zone } })
    expect(body.refusal).toBe('no_schedule')
    await save(tutor, { schedule: everyDay(['09:00 - 17:00']) })
    const again = await student.call(schedules.tiles, { query: { post_id: postId, timezone: zone } })
    expect(again.body.refusal).toBeNull()
  })
})

test('A slot says at which moment it begins, also when the viewer’s clocks show its start twice', async () => {
  let change = stack.clock.now().add({ hours: 72 }).toZonedDateTimeISO('America/New_York')
  do change = change.getTimeZoneTransition('next')!
  while (change.month !== 11)
  stack.clock.advance(stack.clock.now().until(change.subtract({ days: 2 }).toInstant()))
  // For the tests after this one.
  student = await stack.signIn('stan.student')
  // New York's clocks go back at 2 AM, which is 6 AM in UTC, and show 1 AM again.
  const tutor = await stack.signIn('nell.november')
  await save(tutor, { schedule: everyDay(['06:00 - 08:00']), timezone: 'UTC' })
  const { slots } = await of(tutor, { timezone: 'America/New_York' })
  expect(slots.find(({ date }) => date === change.toPlainDate().toString())).toMatchObject({
    start_time: '01:00',
    end_time: '03:00',
    start: change.toInstant().toString({ fractionalSecondDigits: 3 }),
    end: change.add({ hours: 2 }).toInstant().toString({ fractionalSecondDigits: 3 }),
  })
})

/** Signs a person in once and returns their profile. */
async function whoIs(name: string) {
  const person = await stack.signIn(name)
  return (await person.call(profiles.own)).body.profile
}
