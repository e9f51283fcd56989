import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { moneyDone, readBooking } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { meetIn } from '../../../test/factories/meetings.ts'
import { refundsOf } from '../../../test/factories/money.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  makeSession,
  type PlanInput,
  readSession,
  savePlan,
  weekly,
} from '../../../test/factories/sessions.ts'
import { callDuringChange } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let people = 0

/** An hour and a half for $60.00 with a fee of $6.00, from 3 p.m. */
const afternoon = { start_time: '15:00', end_time: '16:30', rate: '40.00' }

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10' })
})

// Noon for the tutors, so that one day ahead is one day whatever the real time is.
beforeEach(() => moveTo(Temporal.Instant.from(instantAt(dayAhead(stack, 1), '12:00'))))

afterAll(() => stack?.close())

function moveTo(instant: Temporal.Instant): void {
  stack.clock.advance(stack.clock.now().until(instant))
}

/** People of this test only, freshly signed in. */
async function newcomers(...names: string[]): Promise<Person[]> {
  people++
  return Promise.all(names.map(name => stack.signIn(`${name}${people}.moved`)))
}

const startOf = ({ upcoming: [next] }: Session) => Temporal.Instant.from(next!.starts_at)

/** Saves a session's plan again, on top of its current version. */
async function replan(owner: Person, session: Session, changes: Partial<PlanInput>) {
  return savePlan(stack, owner, await readSession(owner, session.id), { ...afternoon, ...changes })
}

const cancel = (person: Person, bookingId: string) => person.call(bookings.cancel, { body: { bookingId } })

async function shortenedBy(bookingId: string): Promise<number[]> {
  return (await refundsOf(stack, bookingId))
    .filter(({ reason }) => reason === 'shortened')
    .map(({ cents }) => cents)
    .sort((a, b) => a - b)
}

describe('a time for which people have paid', () => {
  test('can’t move nearer than a day, with the error at its field, and stays as it was', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const session = await makeSession(stack, owner, { ...afternoon, starts_on: dayAhead(stack, 3) })
    const id = await payPlaceIn(stack, session, student)
    const tomorrow = dayAhead(stack, 1)
    const refused = async (changes: Partial<PlanInput>) => {
      const { status, problem } = await replan(owner, session, changes)
      return [status, problem.errors?.map(({ path }) => path), problem.detail]
    }
    const text = expect.stringMatching(
      /^People paid for \w+, \w+ \d+\. Give them at least 24 hours’ notice of the new time/,
    )
    const [next, soon] = [{ starts_on: tomorrow }, { start_time: '11:59', end_time: '12:14' }]
    expect(await refused({ ...next, ...soon })).toEqual([422, ['body.plan.starts_on'], text])
    const today = { starts_on: dayAhead(stack, 0), start_time: '12:01', end_time: '12:16' }
    expect(await refused(today)).toEqual([422, ['body.plan.starts_on'], text])
    expect(await readBooking(student, id)).toMatchObject({ starts_on: session.starts_at, status: 'approved' })
    expect(await refundsOf(stack, id)).toEqual([])
    // Exactly a day ahead, and then neither earlier nor, a minute later, shorter.
    const noon = { ...next, start_time: '12:00', end_time: '13:30' }
    expect((await replan(owner, session, noon)).status).toBe(200)
    expect(await refused({ ...next, ...soon })).toEqual([422, ['body.plan.start_time'], text])
    stack.clock.advance({ minutes: 1 })
    expect(await refused({ ...noon, end_time: '12:15' })).toEqual([422, ['body.plan.end_time'], text])
    // Further ahead is always possible.
    expect((await replan(owner, session, { starts_on: dayAhead(stack, 9) })).status).toBe(200)
  })

  test('waits for the end of a student’s account before it locks their place, also after a block', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const session = await makeSession(stack, owner, { ...afternoon, starts_on: dayAhead(stack, 3) })
    const id = await payPlaceIn(stack, session, student)
    await student.call(blocks.block, { body: { username: `olga${people}.moved` } })
    const { status } = await callDuringChange(
      stack.db,
      `stan${people}.moved`,
      () => replan(owner, session, { starts_on: dayAhead(stack, 4) }),
      trx => sql`select from bookings where id = ${id} for update nowait`.execute(trx),
    )
    expect(status).toBe(200)
  })

  test('moves to any time while it is only held, or free', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, starts_on: dayAhead(stack, 1) }
    const held = await makeSession(stack, owner, { ...plan, start_time: '17:00', end_time: '18:30' })
    const free = await makeSession(stack, owner, { ...plan, rate: '' })
    for (const session of [held, free]) await enrolIn(session, student)
    await holdPlaceIn(held, student)
    const soon = { ...plan, start_time: '10:00', end_time: '10:15' }
    expect((await replan(owner, free, { ...soon, rate: '' })).status).toBe(200)
    expect((await replan(owner, held, { ...soon, start_time: '08:00', end_time: '09:00' })).status).toBe(200)
  })
})

describe('where people meet changes', () => {
  const moved = async (name: string) =>
    (await mailsTo(stack, `${name}${people}.moved`)).filter(({ subject }) =>
      subject.endsWith('moved a session'),
    )

  test('and who paid is told of the new location, and can leave with a full refund until it starts', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, ...weekly(dayAhead(stack, 3)) }
    const session = await makeSession(stack, owner, plan)
    const ids = [await payPlaceIn(stack, session, student), await payPlaceIn(stack, session, student, 1)]
    const calendar = async () =>
      (await (await student.fetch(`/api/meeting/booking/${ids[0]}/calendar`)).text()).match(
        /SEQUENCE:\d+/,
      )![0]
    const before = await calendar()
    const location = 'A barn in Fairbanks, Alaska'
    expect((await replan(owner, session, { ...plan, location })).status).toBe(200)
    for (const id of ids) {
      expect(await readBooking(student, id)).toMatchObject({
        location,
        status: 'approved',
        move_unseen: true,
      })
    }
    expect(await calendar()).not.toBe(before)
    // A page that showed the old place says nothing about the new one.
    const see = async (where: string | null) => {
      const body = { bookingId: ids[0]!, starts_on: session.starts_at, location: where }
      await student.call(bookings.seeMove, { body })
      return (await readBooking(student, ids[0]!)).move_unseen
    }
    expect([await see(null), await see(location)]).toEqual([true, false])
    const [mail, ...others] = await moved('stan')
    expect(others).toEqual([])
    expect(mail!.text).toContain(`New location: ${location}`)
    expect(mail!.text).toContain('If you can’t make the new location, give up your place before it starts')
    expect(mail!.text).not.toContain('Before:')
    // By the policy half would be refunded, if it were still the place that they paid for.
    moveTo(startOf(session).subtract({ minutes: 1 }))
    const stan = (await newcomersAgain('stan'))[0]!
    expect((await cancel(stan, ids[0]!)).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(stack, ids[0]!)).toEqual([{ cents: 6600, state: 'done', reason: 'cancelled' }])
  })

  test('and a block that hides the session’s page leads who paid to their meetings', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, ...weekly(dayAhead(stack, 3)) }
    const session = await makeSession(stack, owner, plan)
    await payPlaceIn(stack, session, student)
    await student.call(blocks.block, { body: { username: `olga${people}.moved` } })
    expect((await replan(owner, session, { ...plan, location: 'A barn' })).status).toBe(200)
    const [mail] = await moved('stan')
    expect(mail!.text).toContain(`See your meetings: ${stack.url}/meeting?alert=`)
    const { body } = await student.call(alerts.list, { query: {} })
    expect(body.data.find(({ kind }) => kind === 'session_moved')).toMatchObject({ link: '/meeting' })
  })

  test('together with the time, and who paid is told once of both', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, starts_on: dayAhead(stack, 3), location: 'Library' }
    const session = await makeSession(stack, owner, plan)
    await payPlaceIn(stack, session, student)
    const later = { ...plan, start_time: '17:00', end_time: '18:30', location: '' }
    expect((await replan(owner, session, later)).status).toBe(200)
    const mails = await moved('stan')
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Before:')
    expect(mails[0]!.text).toContain('New location: online')
    expect(mails[0]!.text).toContain('If you can’t make the new time and location, give up your place')
  })

  test('only a day or more before a paid start, and not during a meeting', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, starts_on: dayAhead(stack, 2) }
    const session = await makeSession(stack, owner, plan)
    await payPlaceIn(stack, session, student)
    const refused = async () => {
      const { status, problem } = await replan(owner, session, { ...plan, location: 'Library' })
      return [status, problem.errors?.map(({ path }) => path), problem.detail]
    }
    moveTo(startOf(session).subtract({ hours: 23 }))
    const notice = expect.stringContaining('Give them at least 24 hours’ notice of the new location')
    expect(await refused()).toEqual([422, ['body.plan.location'], notice])
    moveTo(startOf(session).add({ minutes: 1 }))
    const begun = expect.stringContaining('once it is over')
    expect(await refused()).toEqual([422, ['body.plan.location'], begun])
    expect((await readSession(owner, session.id)).location).toBe(null)
  })

  test('at any time while a place is only held, which ends, or free, where everyone enrolled is told', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const plan = { ...afternoon, starts_on: dayAhead(stack, 1) }
    const held = await makeSession(stack, owner, { ...plan, start_time: '17:00', end_time: '18:30' })
    const free = await makeSession(stack, owner, { ...plan, rate: '' })
    for (const session of [held, free]) await enrolIn(session, student)
    const hold = await holdPlaceIn(held, student)
    const there = { ...plan, start_time: '17:00', end_time: '18:30', location: 'Library' }
    expect((await replan(owner, held, there)).status).toBe(200)
    expect((await readBooking(student, hold.id)).status).toBe('cancelled')
    moveTo(startOf(free).subtract({ hours: 3 }))
    expect((await replan(owner, free, { ...plan, rate: '', location: 'Room 7' })).status).toBe(200)
    const mail = (await moved('stan')).find(({ text }) => text.includes(free.id))
    expect(mail!.text).toContain('New location: Room 7')
    expect(mail!.text).toContain(`See the new location: ${stack.url}/sessions/${free.id}`)
  })
})

describe('a shortened place', () => {
  test('is refunded its lost minutes, each time once, and a longer one costs no more', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const day = { starts_on: dayAhead(stack, 4) }
    const session = await makeSession(stack, owner, { ...afternoon, ...day })
    const id = await payPlaceIn(stack, session, student)
    const lasting = async (end_time: string, changes: Partial<PlanInput> = {}) => {
      expect((await replan(owner, session, { ...day, ...changes, end_time })).status).toBe(200)
      await moneyDone(stack)
      return shortenedBy(id)
    }
    expect(await lasting('15:45')).toEqual([3300])
    const [mail] = (await mailsTo(stack, `stan${people}.moved`)).filter(({ subject }) =>
      subject.endsWith('moved a session'),
    )
    expect(mail!.text).toContain('It’s shorter than the one you paid for')
    expect(mail!.text).toContain('We’re refunding $33.00 to the card you paid with.')
    expect(await lasting('15:15')).toEqual([2200, 3300])
    expect(await lasting('17:00')).toEqual([2200, 3300])
    expect(await lasting('15:30')).toEqual([2200, 3300])
    const later = { starts_on: dayAhead(stack, 5), start_time: '20:00' }
    expect(await lasting('20:15', later)).toEqual([2200, 3300])
    const { body } = await student.call(payments.receipt, { params: { id } })
    expect(body.receipt.refunds.map(({ reason }) => reason)).toEqual(
      Array(2).fill('The session was made shorter'),
    )
    expect(body.receipt).toMatchObject({ minutes: 90, hourly_rate: '40.00', amount: '60.00', net: '11.00' })
    // After leaving, the rest is refunded, and no more.
    expect((await readBooking(student, id)).cancel_refund).toBe('11.00')
    expect((await cancel(student, id)).status).toBe(200)
    await moneyDone(stack)
    const back = await refundsOf(stack, id)
    expect(back.reduce((sum, { cents }) => sum + cents, 0)).toBe(6600)
  })

  test('whose session is then deleted has the rest refunded, and the student reads how much that is', async () => {
    const [owner, student] = (await newcomers('olga', 'stan')) as [Person, Person]
    const day = { starts_on: dayAhead(stack, 4) }
    const session = await makeSession(stack, owner, { ...afternoon, ...day })
    await payPlaceIn(stack, session, student)
    expect((await replan(owner, session, { ...day, end_time: '15:45' })).status).toBe(200)
    expect((await owner.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    await moneyDone(stack)
    const mail = (await mailsTo(stack, `stan${people}.moved`)).find(({ subject }) =>
      subject.endsWith('canceled a session'),
    )
    expect(mail!.text).toContain('We’re refunding $33.00 to the card you paid with.')
  })

  test('is only one that changes: occurrences that have begun or got longer cost the same', async () => {
    const [owner, first, second] = (await newcomers('olga', 'fay', 'sam')) as [Person, Person, Person]
    const plan = { ...afternoon, ...weekly(dayAhead(stack, 1)) }
    const session = await makeSession(stack, owner, plan)
    const begun = await payPlaceIn(stack, session, first)
    const coming = await payPlaceIn(stack, session, second, 1)
    moveTo(startOf(session))
    const { status } = await replan(owner, session, { ...plan, end_time: '15:30' })
    expect(status).toBe(200)
    await moneyDone(stack)
    expect([await shortenedBy(begun), await shortenedBy(coming)]).toEqual([[], [4400]])
    expect((await readBooking(first, begun)).ends_on).toBe(session.ends_at)
    // The earning is what is left.
    const leave = Temporal.Instant.from(session.upcoming[1]!.starts_at)
    moveTo(leave)
    const again = (await newcomersAgain('olga', 'sam')) as [Person, Person]
    await meetIn(stack, coming, again)
    moveTo(leave.add({ minutes: 30 }))
    await again[0].call(bookings.settle)
    await moneyDone(stack)
    const { rows } = await sql`select amount_cents from earnings where booking_id = ${coming}`.execute(
      stack.db,
    )
    expect([(await readBooking(again[1], coming)).status, rows]).toEqual([
      'completed',
      [{ amount_cents: 2000 }],
    ])
  })
})

const newcomersAgain = (...names: string[]) =>
  Promise.all(names.map(name => stack.signIn(`${name}${people}.moved`)))

test('a moved place can be left with a full refund until its start, and an hour longer by a student who didn’t know', async () => {
  const names = ['page', 'session', 'came', 'unaware', 'late']
  const see = (person: Person, bookingId: string, starts_on: string) =>
    person.call(bookings.seeMove, { body: { bookingId, starts_on } })
  const [owner, ...students] = (await newcomers('olga', ...names)) as [Person, ...Person[]]
  const day = { starts_on: dayAhead(stack, 4), location: 'Library' }
  const session = await makeSession(stack, owner, { ...afternoon, ...day })
  const ids: string[] = []
  for (const student of students) ids.push(await payPlaceIn(stack, session, student))
  expect((await replan(owner, session, { ...day, start_time: '13:00', end_time: '14:30' })).status).toBe(200)
  // A student who saw the first move may not know of the second.
  const { starts_at: firstMove } = await readSession(owner, session.id)
  for (const [n, student] of students.entries()) await see(student, ids[n]!, firstMove)
  const moved = { starts_on: dayAhead(stack, 5), start_time: '18:00', end_time: '19:30', location: 'Library' }
  expect((await replan(owner, session, moved)).status).toBe(200)
  const start = startOf(await readSession(owner, session.id))
  const [page, sessions, came, unaware, late] = await newcomersAgain(...names)
  const shown = await readBooking(page!, ids[0]!)
  expect(shown).toMatchObject({ move_unseen: true, moved_from: session.starts_at })
  expect(shown.refund_terms).toMatch(/If either of you cancels before it starts, you get a full refund/)
  await see(page!, shown.id, shown.starts_on)
  expect((await readBooking(page!, shown.id)).move_unseen).toBe(false)
  const [place] = (await readSession(sessions!, session.id)).upcoming
  expect(place).toMatchObject({ booking_id: ids[1], move_unseen: true, moved_from: session.starts_at })
  await see(sessions!, ids[1]!, place!.starts_at)
  expect((await readSession(sessions!, session.id)).upcoming[0]).toMatchObject({ move_unseen: false })
  // A browser fetches pages that nobody looks at, and may come late with a time that isn't true anymore.
  expect((await readBooking(unaware!, ids[3]!)).move_unseen).toBe(true)
  await readSession(unaware!, session.id)
  await see(unaware!, ids[3]!, firstMove)
  for (const other of [owner, unaware!]) await see(other, ids[4]!, shown.starts_on)
  moveTo(start.subtract({ minutes: 1 }))
  // By the policy half would be refunded, if it were still the time that they paid for.
  const { cancel_refund } = await readBooking(page!, ids[0]!)
  expect(cancel_refund).toBe('66.00')

  moveTo(start.add({ minutes: 20 }))
  const olga = (await newcomersAgain('olga'))[0]!
  await meetIn(stack, ids[2]!, [olga, came!])
  for (const [person, n] of [
    [page!, 0],
    [sessions!, 1],
    [came!, 2],
  ] as const) {
    expect((await readBooking(person, ids[n]!)).cancel_refund).toBe(null)
    expect((await cancel(person, ids[n]!)).status).toBe(409)
  }
  moveTo(start.add({ minutes: 59 }))
  expect((await readBooking(unaware!, ids[3]!)).cancel_refund).toBe('66.00')
  expect((await cancel(unaware!, ids[3]!)).status).toBe(200)
  await moneyDone(stack)
  expect(await refundsOf(stack, ids[3]!)).toEqual([{ cents: 6600, state: 'done', reason: 'cancelled' }])
  moveTo(start.add({ minutes: 60 }))
  expect((await cancel(late!, ids[4]!)).status).toBe(409)
})

describe('a place that moved onto something else of its student’s', () => {
  const at = (starts_on: string, start_time: string, end_time: string) => ({
    ...afternoon,
    starts_on,
    start_time,
    end_time,
  })

  const book = async (person: Person, session: Session, n = 0) => {
    const body = { session_id: session.id, occurrence_id: session.upcoming[n]!.id, terms: true as const }
    await enrolIn(session, person)
    const { status, problem } = await person.call(payments.bookSession, { body })
    return status === 200 ? 'booked' : problem.detail
  }

  test.each([
    ['once the student cancels that', 'leave'],
    ['once that is deleted', 'delete'],
    ['once that, their own session, moves away', 'move'],
  ] as const)('reserves their time %s', async (_, end) => {
    const [olga, sean, theo, stan] = (await newcomers('olga', 'sean', 'theo', 'stan')) as [
      Person,
      Person,
      Person,
      Person,
    ]
    const day = dayAhead(stack, 3)
    const moving = await makeSession(stack, olga, at(day, '10:00', '11:00'))
    const place = await payPlaceIn(stack, moving, stan)
    const onto = await makeSession(stack, end === 'move' ? stan : sean, at(day, '12:00', '13:00'))
    const kept = end === 'move' ? '' : await payPlaceIn(stack, onto, stan)
    const { body } = await savePlan(stack, olga, moving, at(day, '12:00', '13:00'))
    expect((await readBooking(stan, place)).starts_on).toBe(body.session.starts_at)
    const third = await makeSession(stack, theo, at(day, '12:15', '12:45'))
    if (end === 'leave') await cancel(stan, kept)
    if (end === 'delete') await sean.call(sessions.remove, { body: { id: onto.id } })
    // Deleting leaves it to a job to cancel the places, which have the time until then.
    await stack.jobsDone()
    if (end === 'move') await savePlan(stack, stan, onto, at(day, '15:00', '16:00'))
    expect(await book(stan, third)).toBe('You have another booking at this time.')
    await cancel(stan, place)
    expect(await book(stan, third)).toBe('booked')
  })

  test('reserves their time where each day of a session moves onto the next one’s old time', async () => {
    const [olga, theo, stan] = (await newcomers('olga', 'theo', 'stan')) as [Person, Person, Person]
    const day = dayAhead(stack, 3)
    const daily = { repeat: true, repeat_days: [...weekdays] }
    const nights = await makeSession(stack, olga, { ...at(day, '01:00', '05:00'), ...daily })
    for (const n of [0, 1]) await payPlaceIn(stack, nights, stan, n)
    const { status } = await savePlan(stack, olga, nights, { ...at(day, '22:00', '02:00'), ...daily })
    expect(status).toBe(200)
    for (const night of [day, daysAfter(day, 1)]) {
      const third = await makeSession(stack, theo, at(night, '22:30', '23:30'))
      expect(await book(stan, third)).toBe('You have another booking at this time.')
    }
  })
})
