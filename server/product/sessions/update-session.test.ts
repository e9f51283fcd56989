import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { meetings } from '#shared/api/meetings.ts'
import { sessions } from '#shared/api/sessions.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { moneyDone, readBooking } from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { enrolIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  inWords,
  makeSession,
  readSession,
  savePlan,
  starts,
  weekdayOf,
  weekly,
} from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
/** Each test plans on its own days, so that they don't collide. */
let days = 1

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

// Together the tests move the clock past the end of a login.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

const nextDay = () => dayAhead(stack, ++days)

describe('changing a session', () => {
  test('to one in person leaves people the button into a call in which somebody was, not only at its door', async () => {
    const owner = await stack.signIn('cora.calls')
    const plan = { starts_on: dayAhead(stack, 1), start_time: '01:00', end_time: '02:00', rate: '' }
    const session = await makeSession(stack, owner, plan)
    await enrolIn(session, student)
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at).subtract({ minutes: 5 }))
    const meetAt = async (location: string) => {
      const saved = await savePlan(stack, owner, await readSession(owner, session.id), { ...plan, location })
      expect(saved.status).toBe(200)
    }
    const seenBy = async (person: Person) => {
      const { action, has_call } = (await readSession(person, session.id)).upcoming[0]!
      return [action, has_call]
    }
    expect((await owner.call(meetings.credentials, { body: { bookingId: next!.id } })).status).toBe(200)
    await meetAt('Room 214')
    expect([await seenBy(owner), await seenBy(student)]).toEqual([
      ['none', false],
      ['none', false],
    ])
    await meetAt('')
    const leave = await sitIn(next!.id, owner)
    await meetAt('Room 214')
    expect([await seenBy(owner), await seenBy(student)]).toEqual([
      ['start', true],
      ['join', true],
    ])
    await leave()
  })

  test('back and forth can’t fill the mailboxes of the people in it', async () => {
    const [owner, student] = [await stack.signIn('mona.moves'), await stack.signIn('sven.spared')]
    const plan = { starts_on: dayAhead(stack, 3), rate: '' }
    const session = await makeSession(stack, owner, plan)
    await enrolIn(session, student)
    const move = async (start_time: string, end_time: string) =>
      savePlan(stack, owner, await readSession(owner, session.id), { ...plan, start_time, end_time })
    expect((await move('12:00', '13:00')).status).toBe(200)
    const repeat = (times: number) =>
      sql`insert into alerts (user_id, kind, facts, shown, created_at)
        select user_id, kind, facts, shown, created_at from alerts, generate_series(1, ${times})
        where id = (select id from alerts where kind = 'session_moved' and facts->>'session_id' = ${session.id} limit 1)`.execute(
        stack.db,
      )
    await repeat(28)
    expect((await move('14:00', '15:00')).status).toBe(200)
    const refused = await move('10:00', '11:00')
    expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
      429,
      'quota_exceeded',
      'You’ve changed your sessions too often in the last 24 hours, and each change is emailed to everyone in them. Try again tomorrow.',
    ])
    const inOther = await makeSession(stack, owner, { ...plan, start_time: '18:00', end_time: '19:00' })
    await enrolIn(inOther, student)
    const other = await savePlan(stack, owner, inOther, { ...plan, start_time: '20:00', end_time: '21:00' })
    expect(other.status).toBe(429)
    // What nobody is told of can change, and a date that its owner can’t make can still be canceled.
    const described = { id: session.id, editedDescription: 'Bring your notes.' }
    expect((await owner.call(sessions.update, { body: described })).status).toBe(200)
    expect(
      (await owner.call(sessions.skip, { body: { occurrence_id: inOther.upcoming[0]!.id } })).status,
    ).toBe(200)
    stack.clock.advance({ hours: 25 })
    expect((await move('10:00', '11:00')).status).toBe(200)
  })

  test('changes only its description, or everything, and refuses a save on top of another', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const described = await tutor.call(sessions.update, {
      body: { id: session.id, editedDescription: '  Only trees.  ' },
    })
    expect(described.body.session).toMatchObject({
      description: 'Only trees.',
      version: 2,
      title: session.title,
    })
    const stale = await savePlan(stack, tutor, session, { title: 'Stale' })
    expect([stale.status, stale.problem.detail]).toEqual([
      409,
      'This session has changed since you opened it. Reload the page.',
    ])
    const saved = await savePlan(stack, tutor, described.body.session, {
      title: 'Trees',
      location: 'Library',
      capacity: 3,
      rate: '',
      start_time: '14:00',
      end_time: '16:00',
    })
    expect(saved.body.session).toMatchObject({
      title: 'Trees',
      location: 'Library',
      capacity: 3,
      rate: null,
      minutes: 120,
      version: 3,
      starts_at: instantAt(session.starts_on, '14:00'),
    })
    const both = await Promise.all([
      savePlan(stack, tutor, saved.body.session, { title: 'One' }),
      savePlan(stack, tutor, saved.body.session, { title: 'Another' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const nothing = await tutor.call(sessions.update, { body: { id: session.id } })
    expect(nothing.status).toBe(422)
  })

  test('of its description over another version is refused, unless it is the same or names no version', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const edit = (editedDescription: string, version?: number) =>
      tutor.call(sessions.update, { body: { id: session.id, editedDescription, version } })
    const saves = [
      await edit('Only trees.', 1),
      await edit('Only heaps.', 1),
      await edit('Only trees.', 1),
      await edit('Only heaps.', 2),
      await edit('Only stacks.'),
    ]
    expect(saves.map(({ status, body }) => [status, body.session?.version])).toEqual([
      [200, 2],
      [409, undefined],
      [200, 2],
      [200, 3],
      [200, 4],
    ])
    expect(saves[1]!.problem.detail).toBe('This session has changed since you opened it. Reload the page.')
    expect((await readSession(tutor, session.id)).description).toBe('Only stacks.')
  })

  test('is saved once if the answer is lost and the same is saved again', async () => {
    await addSection(stack.db, { crn: '27182', title: 'Logs', course: 'MA 103' })
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const plan = { title: 'Logs', rate: '25.00', start_time: '09:30', crns: ['27182'] }
    const saves = [
      await savePlan(stack, tutor, session, plan),
      await savePlan(stack, tutor, session, { ...plan, crns: ['27182-Logs'] }),
    ]
    expect(saves.map(({ status, body }) => [status, body.session?.version])).toEqual([
      [200, 2],
      [200, 2],
    ])
    const others = [{ crns: [] }, { title: 'Log' }, { start_time: '09:45' }, { capacity: 2 }, { rate: '' }]
    for (const other of [...others, { description: 'Else' }, { location: 'Room 3' }]) {
      expect((await savePlan(stack, tutor, session, { ...plan, ...other })).status).toBe(409)
    }
  })

  test('keeps its classes, also when a later term has the same CRN and title', async () => {
    const taught = { crn: '31415', title: 'Circles' }
    const { courseId } = await addSection(stack.db, { ...taught, course: 'MA 101' })
    const session = await makeSession(stack, tutor, { starts_on: nextDay(), crns: ['31415'] })
    const next = { term: 'Spring 2027', startsOn: '2027-01-11' }
    const later = await addSection(stack.db, { ...taught, ...next, course: 'MA 102' })
    for (const crns of [session.crns, ['31415']]) {
      const { body } = await savePlan(stack, tutor, await readSession(tutor, session.id), { crns })
      expect([body.session.crns, body.session.course_ids]).toEqual([['31415-Circles'], [courseId]])
    }
    const none = await savePlan(stack, tutor, await readSession(tutor, session.id), { crns: [] })
    const added = await savePlan(stack, tutor, none.body.session, { crns: ['31415-Circles'] })
    expect(added.body.session.course_ids).toEqual([later.courseId])
  })

  test('by anyone but its owner fails as not found', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    expect((await savePlan(stack, other, session, { title: 'Mine now' })).status).toBe(404)
    const skip = { occurrence_id: session.upcoming[0]!.id }
    expect((await other.call(sessions.skip, { body: skip })).status).toBe(404)
    expect((await other.call(sessions.remove, { body: { id: session.id } })).status).toBe(404)
    expect((await other.call(sessions.occurrences, { query: { id: session.id } })).status).toBe(404)
    expect(await readSession(tutor, session.id)).toMatchObject({ title: session.title, version: 1 })
  })

  test('names the invalid field', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const refused = await Promise.all([
      savePlan(stack, tutor, session, { starts_on: '2020-01-01' }),
      savePlan(stack, tutor, session, { end_time: '10:05' }),
      savePlan(stack, tutor, session, { crns: ['99999'] }),
    ])
    expect(refused.map(({ status, problem }) => [status, problem.errors?.[0]?.path])).toEqual([
      [422, 'body.plan.starts_on'],
      [422, 'body.plan.end_time'],
      [422, 'body.plan.crns'],
    ])
  })

  test('can’t make it overlap something else of its owner’s', async () => {
    const day = nextDay()
    await makeSession(stack, tutor, { starts_on: day, start_time: '15:00', end_time: '16:00' })
    const session = await makeSession(stack, tutor, { starts_on: day })
    const { status, problem } = await savePlan(stack, tutor, session, {
      start_time: '15:30',
      end_time: '16:30',
    })
    expect([status, problem.detail]).toEqual([
      409,
      `You have a booking or another session at that time: ${inWords(instantAt(day, '15:30'), 'America/New_York')}.`,
    ])
    expect((await readSession(tutor, session.id)).starts_at).toBe(session.starts_at)
  })

  test('can move each occurrence to the time of the one before it', async () => {
    const owner = await stack.signIn('dora.daily')
    const night = {
      starts_on: dayAhead(stack, 2),
      start_time: '20:00',
      end_time: '04:00',
      repeat: true,
    } as const
    const repeat_days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
    const session = await makeSession(stack, owner, { ...night, repeat_days: [...repeat_days] })
    const changed = await savePlan(stack, owner, session, {
      ...night,
      repeat_days: [...repeat_days],
      start_time: '02:00',
      end_time: '10:00',
    })
    expect(changed.status).toBe(200)
    expect(starts(changed.body.session)[1]).toBe(instantAt(daysAfter(night.starts_on, 1), '02:00'))
  })

  test('that repeats keeps the days that match, drops the others and adds the new ones', async () => {
    const day = nextDay()
    const session = await makeSession(stack, tutor, {
      ...weekly(day),
      start_time: '06:00',
      end_time: '07:00',
    })
    const { body } = await savePlan(stack, tutor, session, {
      ...weekly(day),
      repeat_days: [weekdayOf(day), weekdayOf(daysAfter(day, 2))],
      skipped_days: [daysAfter(day, 7)],
      start_time: '07:00',
      end_time: '08:00',
    })
    expect(starts(body.session)).toEqual([0, 2, 9].map(n => instantAt(daysAfter(day, n), '07:00')))
    expect(body.session.upcoming[0]!.id).toBe(session.upcoming[0]!.id)
    const back = await savePlan(stack, tutor, body.session, {
      ...weekly(day),
      start_time: '07:00',
      end_time: '08:00',
    })
    expect(starts(back.body.session)).toEqual([0, 7, 14].map(n => instantAt(daysAfter(day, n), '07:00')))
  })

  test('can’t skip all of its first weeks', async () => {
    const starts_on = nextDay()
    const early = { ...weekly(starts_on), start_time: '05:00', end_time: '06:00' }
    const session = await makeSession(stack, tutor, early)
    const skipped_days = Array.from({ length: 9 }, (_, week) => daysAfter(starts_on, 7 * week))
    const { status, problem } = await savePlan(stack, tutor, session, { ...early, skipped_days })
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'body.plan.starts_on'])
    expect(starts(await readSession(tutor, session.id))).toHaveLength(3)
  })

  test('to another weekday tells everyone enrolled which dates are canceled, and which are new', async () => {
    const [owner, student] = [await stack.signIn('wes.weekday'), await stack.signIn('sia.weekday')]
    const session = await makeSession(stack, owner, { ...weekly(dayAhead(stack, 2)), rate: '' })
    await enrolIn(session, student)
    const plan = { repeat: true, rate: '', repeat_days: [weekdayOf(dayAhead(stack, 3))] }
    const saved = await savePlan(stack, owner, session, plan)
    const [mail] = await mailsTo(stack, 'sia.weekday')
    expect(mail!.subject).toBe('Wes Weekday changed the dates of a session')
    expect(mail!.text).toContain('canceled these dates, not the whole session')
    const [gone, added] = mail!.text.split('New dates:')
    expect(gone).toContain(inWords(session.starts_at, 'UTC'))
    for (const start of starts(saved.body.session)) expect(added).toContain(inWords(start, 'UTC'))
    expect(added).toMatch(/And \d more dates\./)
    // What has become the next date to plan only with time isn't new.
    stack.clock.advance({ hours: 7 * 24 })
    const skipped_days = [saved.body.session.upcoming[2]!.starts_at.slice(0, 10)]
    const again = await stack.signIn('wes.weekday')
    expect((await savePlan(stack, again, saved.body.session, { ...plan, skipped_days })).status).toBe(200)
    const subjects = (await mailsTo(stack, 'sia.weekday')).map(({ subject }) => subject)
    expect(subjects).toContain('Wes Weekday canceled a date of a session')
    expect(mail!.text).toContain(`See the session’s dates: ${stack.url}/sessions/${session.id}`)
  })

  test('to a later first day cancels the dates before it, and calls none of the others new', async () => {
    const [owner, student] = [await stack.signIn('paul.postpones'), await stack.signIn('nora.notnew')]
    const day = dayAhead(stack, 2)
    const session = await makeSession(stack, owner, { ...weekly(day), rate: '' })
    await enrolIn(session, student)
    const later = { ...weekly(daysAfter(day, 7)), rate: '' }
    const saved = await savePlan(stack, owner, session, later)
    expect(starts(saved.body.session)).toEqual([1, 2, 3].map(n => instantAt(daysAfter(day, 7 * n), '10:00')))
    const mails = await mailsTo(stack, 'nora.notnew')
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('Paul Postpones'))
    expect([mail!.subject, others]).toEqual(['Paul Postpones canceled a date of a session', []])
    expect(mail!.text).toContain(inWords(session.starts_at, 'UTC'))
    expect(mail!.text).not.toContain('New date')
  })

  test('that restores one date of a free one and skips another tells of each once', async () => {
    const [owner, student] = [await stack.signIn('sam.swaps'), await stack.signIn('tess.toldonce')]
    const day = dayAhead(stack, 2)
    const plan = { ...weekly(day), rate: '' }
    const session = await makeSession(stack, owner, { ...plan, skipped_days: [daysAfter(day, 7)] })
    await enrolIn(session, student)
    await savePlan(stack, owner, session, { ...plan, skipped_days: [daysAfter(day, 14)] })
    const mails = await mailsTo(stack, 'tess.toldonce')
    const told = mails.filter(({ subject }) => subject.startsWith('Sam Swaps'))
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Sam Swaps canceled a date of a session',
      'Sam Swaps restored a date of a session',
    ])
    const back = inWords(instantAt(daysAfter(day, 7), '10:00'), 'UTC')
    expect(told.filter(({ text }) => text.includes(back))).toHaveLength(1)
  })

  test.each(['the form', 'its page'])(
    'that restores a date of a free one, skipped by %s, tells everyone enrolled that it takes place',
    async by => {
      const names = by === 'the form' ? ['fay.form', 'flo.form'] : ['pia.page', 'pat.page']
      const [owner, student] = [await stack.signIn(names[0]!), await stack.signIn(names[1]!)]
      const day = dayAhead(stack, 2)
      const plan = { ...weekly(day), rate: '' }
      const session = await makeSession(stack, owner, plan)
      await enrolIn(session, student)
      const skipped = await (by === 'the form'
        ? savePlan(stack, owner, session, { ...plan, skipped_days: [day] })
        : owner.call(sessions.skip, { body: { occurrence_id: session.upcoming[0]!.id } }))
      await mailsTo(stack, names[1]!)
      const again = await savePlan(stack, owner, skipped.body.session, plan)
      expect(starts(again.body.session)).toEqual(starts(session))
      const mails = await mailsTo(stack, names[1]!)
      const [mail, ...others] = mails.filter(({ subject }) => subject.includes('restored'))
      expect([mail!.subject.endsWith(' restored a date of a session'), others]).toEqual([true, []])
      expect(mail!.text).toContain('restored this date, so it’ll happen after all.')
      expect(mail!.text).toContain(inWords(session.starts_at, 'UTC'))
      expect(mail!.text).not.toMatch(/pay|Before:/)
      expect(mail!.text).toContain(`See the session’s dates: ${stack.url}/sessions/${session.id}`)
    },
  )

  test('that restores a date of a paid one tells those who lost a place in it to pay again', async () => {
    const owner = await stack.signIn('bo.back')
    const [paid, enrolled] = [await stack.signIn('ray.refunded'), await stack.signIn('eve.enrolled')]
    const day = dayAhead(stack, 2)
    const session = await makeSession(stack, owner, weekly(day))
    await payPlaceIn(stack, session, paid)
    await payPlaceIn(stack, session, enrolled, 1)
    const { body } = await savePlan(stack, owner, session, { ...weekly(day), skipped_days: [day] })
    await moneyDone(stack)
    expect((await savePlan(stack, owner, body.session, weekly(day))).status).toBe(200)
    const told = async (name: string) =>
      (await mailsTo(stack, name)).filter(({ subject }) => subject === 'Bo Back restored a date of a session')
    expect((await told('ray.refunded')).map(({ text }) => text)).toEqual([
      expect.stringContaining('so it’ll happen after all. To join, pay for it again.'),
    ])
    expect(await told('eve.enrolled')).toEqual([])
  })

  test('that restores a date of a paid one and makes it free asks nobody to pay', async () => {
    const owner = await stack.signIn('gil.generous')
    const [paid, enrolled] = [await stack.signIn('roy.refunded'), await stack.signIn('eli.enrolled')]
    const day = dayAhead(stack, 2)
    const session = await makeSession(stack, owner, weekly(day))
    await payPlaceIn(stack, session, paid)
    await enrolIn(session, enrolled)
    const { body } = await savePlan(stack, owner, session, { ...weekly(day), skipped_days: [day] })
    await moneyDone(stack)
    expect((await savePlan(stack, owner, body.session, { ...weekly(day), rate: '' })).status).toBe(200)
    for (const name of ['roy.refunded', 'eli.enrolled']) {
      const mails = await mailsTo(stack, name)
      const told = mails.filter(({ subject }) => subject === 'Gil Generous restored a date of a session')
      expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('so it’ll happen after all.')])
      expect(told[0]!.text).not.toContain('pay')
    }
  })

  test('that restores a date of a free one and sets a price tells everyone enrolled of both', async () => {
    const [owner, student] = [await stack.signIn('pip.pricing'), await stack.signIn('sue.student')]
    const day = dayAhead(stack, 2)
    const session = await makeSession(stack, owner, { ...weekly(day), rate: '' })
    await enrolIn(session, student)
    const { body } = await savePlan(stack, owner, session, { ...weekly(day), rate: '', skipped_days: [day] })
    expect((await savePlan(stack, owner, body.session, weekly(day))).status).toBe(200)
    const subjects = (await mailsTo(stack, 'sue.student')).map(({ subject }) => subject)
    expect(subjects).toContain('Pip Pricing restored a date of a session')
    expect(subjects).toContain('Pip Pricing set a price for a session')
  })

  test('that has begun can move it to another day, and not to the same one again', async () => {
    const owner = await stack.signIn('olga.over')
    const session = await makeSession(stack, owner, {
      starts_on: dayAhead(stack, 1),
      start_time: '01:00',
      end_time: '02:00',
    })
    stack.clock.advance(stack.clock.now().until(session.starts_at))
    const today = await savePlan(stack, owner, session, { start_time: '20:00', end_time: '21:00' })
    expect([today.status, today.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.starts_on'])
    const titled = await savePlan(stack, owner, session, {
      title: 'Over',
      start_time: '01:00',
      end_time: '02:00',
    })
    expect(titled.body.session).toMatchObject({ title: 'Over', starts_at: session.starts_at })
    const again = await savePlan(stack, owner, titled.body.session, { starts_on: dayAhead(stack, 3) })
    expect(starts(again.body.session)).toEqual([session.starts_at, instantAt(dayAhead(stack, 3), '10:00')])
  })

  test('that has begun to another day tells everyone enrolled, who are still in it', async () => {
    const [owner, student] = [await stack.signIn('ines.ill'), await stack.signIn('walt.waits')]
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 2), rate: '' })
    await enrolIn(session, student)
    stack.clock.advance(stack.clock.now().until(session.starts_at).add({ minutes: 5 }))
    const day = dayAhead(stack, 3)
    expect((await savePlan(stack, owner, session, { starts_on: day, rate: '' })).status).toBe(200)
    const mails = await mailsTo(stack, 'walt.waits')
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('Ines Ill'))
    expect([mail?.subject, others]).toEqual(['Ines Ill added a new date to a session', []])
    expect(mail!.text).toContain('You’re still enrolled. If you can’t make it, leave the session')
    expect(mail!.text).toMatch(new RegExp(`New date:\\s+${inWords(instantAt(day, '10:00'), 'UTC')}`))
    expect(mail!.text).not.toContain(inWords(session.starts_at, 'UTC'))
  })

  test('that is over to a later last day tells everyone enrolled of its new dates, and what they cost', async () => {
    const [owner, student] = [await stack.signIn('lena.later'), await stack.signIn('pete.paid')]
    const day = dayAhead(stack, 2)
    const plan = { ...weekly(day), repeat_until: day }
    const session = await makeSession(stack, owner, plan)
    await payPlaceIn(stack, session, student)
    stack.clock.advance(stack.clock.now().until(session.ends_at))
    const until = daysAfter(day, 7 * 5)
    const saved = await savePlan(stack, owner, session, { ...plan, repeat_until: until })
    expect(starts(saved.body.session)).toEqual([1, 2, 3].map(n => instantAt(daysAfter(day, 7 * n), '10:00')))
    const mails = await mailsTo(stack, 'pete.paid')
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('Lena Later'))
    expect([mail?.subject, others]).toEqual(['Lena Later added new dates to a session', []])
    expect(mail!.text).toContain('To join, pay for each date.')
    for (const start of starts(saved.body.session)) expect(mail!.text).toContain(inWords(start, 'UTC'))
    expect(mail!.text).toContain('And 2 more dates.')
    const longer = { ...plan, repeat_until: daysAfter(until, 7) }
    expect((await savePlan(stack, owner, saved.body.session, longer)).status).toBe(200)
    expect(await mailsTo(stack, 'pete.paid')).toHaveLength(mails.length)
  })

  test('that is over and has a price to a date skipped before tells everyone enrolled of it', async () => {
    const [owner, student] = [await stack.signIn('skye.skips'), await stack.signIn('stan.still')]
    const day = dayAhead(stack, 2)
    const plan = { ...weekly(day), repeat_until: daysAfter(day, 7) }
    const session = await makeSession(stack, owner, { ...plan, skipped_days: [daysAfter(day, 7)] })
    await payPlaceIn(stack, session, student)
    stack.clock.advance(stack.clock.now().until(session.ends_at))
    expect((await savePlan(stack, owner, session, plan)).status).toBe(200)
    const mails = await mailsTo(stack, 'stan.still')
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('Skye Skips'))
    expect([mail?.subject, others]).toEqual(['Skye Skips added a new date to a session', []])
    expect(mail!.text).toContain(inWords(instantAt(daysAfter(day, 7), '10:00'), 'UTC'))
  })

  test('that is over and free to a new date with a price tells everyone enrolled to pay for it', async () => {
    const [owner, student] = [await stack.signIn('cher.charges'), await stack.signIn('will.wonders')]
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 2), rate: '' })
    await enrolIn(session, student)
    stack.clock.advance(stack.clock.now().until(session.ends_at))
    expect((await savePlan(stack, owner, session, { starts_on: dayAhead(stack, 4) })).status).toBe(200)
    const mails = await mailsTo(stack, 'will.wonders')
    const mail = mails.find(({ subject }) => subject === 'Cher Charges added a new date to a session')
    expect(mail!.text).toContain('You’re still enrolled. To join, pay for it.')
    expect(mail!.text).not.toContain('leave the session')
  })

  test('whose only date was canceled tells everyone enrolled of another one', async () => {
    const [owner, student] = [await stack.signIn('carl.canceled'), await stack.signIn('sven.still')]
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 2), rate: '' })
    await enrolIn(session, student)
    const skip = { occurrence_id: session.upcoming[0]!.id }
    const skipped = await owner.call(sessions.skip, { body: skip })
    await savePlan(stack, owner, skipped.body.session, { starts_on: dayAhead(stack, 4), rate: '' })
    const subjects = (await mailsTo(stack, 'sven.still')).map(({ subject }) => subject)
    expect(subjects).toContain('Carl Canceled added a new date to a session')
  })

  test('of its rate leaves paid places as they were, and can’t make free what others paid for', async () => {
    const session = await makeSession(stack, tutor, {
      ...weekly(nextDay()),
      start_time: '08:00',
      end_time: '09:00',
    })
    const paid = await payPlaceIn(stack, session, student)
    const plan = { ...weekly(session.starts_on), start_time: '08:00', end_time: '09:00' }
    const { body } = await savePlan(stack, tutor, session, { ...plan, rate: '50.00' })
    expect(body.session).toMatchObject({ rate: '50.00', total: '50.00' })
    expect((await readBooking(student, paid)).amount).toBe('30.00')
    const free = await savePlan(stack, tutor, body.session, { ...plan, rate: '' })
    expect([free.status, free.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.rate'])
  })

  test('of a free one to a paid one tells everyone enrolled, a day before the next date at least', async () => {
    const owner = await stack.signIn('petra.price')
    const plan = { ...weekly(dayAhead(stack, 2)), rate: '' }
    const session = await makeSession(stack, owner, plan)
    await enrolIn(session, student)
    const start = Temporal.Instant.from(session.upcoming[0]!.starts_at)
    stack.clock.advance(stack.clock.now().until(start).subtract({ hours: 23 }))
    const late = await savePlan(stack, owner, session, { ...plan, rate: '30.00' })
    expect([late.status, late.problem.errors?.[0]]).toEqual([
      422,
      {
        path: 'body.plan.rate',
        message:
          'People are enrolled in a date that starts in less than 24 hours. Skip that date, or set a price when the next one is at least a day away.',
      },
    ])
    stack.clock.advance({ hours: 23 })
    expect((await savePlan(stack, owner, session, { ...plan, rate: '30.00' })).status).toBe(200)
    const mails = await mailsTo(stack, 'stan.student')
    const told = mails.find(({ subject }) => subject === 'Petra Price set a price for a session')
    expect(told?.text).toContain('From now on, you pay for each date you want to attend.')
  })

  test('of a free daily one to a paid one skips the date it leaves no notice for', async () => {
    const owner = await stack.signIn('dana.daily')
    const first = dayAhead(stack, 2)
    const plan = { ...weekly(first), repeat_days: [...weekdays], rate: '' }
    const session = await makeSession(stack, owner, plan)
    await enrolIn(session, student)
    stack.clock.advance(stack.clock.now().until(session.starts_at))
    const paid = { ...plan, rate: '30.00' }
    expect((await savePlan(stack, owner, session, paid)).problem.errors?.[0]?.path).toBe('body.plan.rate')
    const saved = await savePlan(stack, owner, session, { ...paid, skipped_days: [daysAfter(first, 1)] })
    expect([saved.status, saved.body.session?.rate]).toEqual([200, '30.00'])
  })

  test('of its price and its time together gives a day before the new date', async () => {
    const owner = await stack.signIn('paula.priced')
    const soon = dayAhead(stack, 2)
    const session = await makeSession(stack, owner, { starts_on: soon, rate: '' })
    await enrolIn(session, student)
    stack.clock.advance(stack.clock.now().until(session.starts_at).subtract({ hours: 30 }))
    const earlier = await savePlan(stack, owner, session, { starts_on: daysAfter(soon, -1), rate: '30.00' })
    expect([earlier.status, earlier.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.rate'])
    stack.clock.advance({ hours: 10 })
    const later = await savePlan(stack, owner, session, { starts_on: daysAfter(soon, 7), rate: '30.00' })
    expect([later.status, later.body.session.rate]).toEqual([200, '30.00'])
  })

  test('of its room can’t exclude people who have a place', async () => {
    const day = nextDay()
    const session = await makeSession(stack, tutor, { starts_on: day })
    await payPlaceIn(stack, session, student)
    await payPlaceIn(stack, session, other)
    const small = await savePlan(stack, tutor, session, { capacity: 1 })
    expect([small.status, small.problem.errors?.[0]]).toEqual([
      422,
      { path: 'body.plan.capacity', message: '2 people already have a place. Leave room for them.' },
    ])
    expect((await savePlan(stack, tutor, session, { capacity: 2 })).status).toBe(200)
    const free = await makeSession(stack, tutor, {
      starts_on: day,
      start_time: '11:00',
      end_time: '12:00',
      rate: '',
    })
    await enrolIn(free, student)
    await enrolIn(free, other)
    const less = await savePlan(stack, tutor, free, {
      start_time: '11:00',
      end_time: '12:00',
      rate: '',
      capacity: 1,
    })
    expect([less.status, less.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.capacity'])
  })

  test('to a free one without room for everyone enrolled says that each of them has a place then', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay(), capacity: 1 })
    await enrolIn(session, student)
    await enrolIn(session, other)
    const { status, problem } = await savePlan(stack, tutor, session, { rate: '', capacity: 1 })
    expect([status, problem.errors]).toEqual([
      422,
      [
        {
          path: 'body.plan.capacity',
          message:
            '2 people are enrolled, and in a free session each of them has a place. Make room for them.',
        },
      ],
    ])
    expect((await savePlan(stack, tutor, session, { rate: '', capacity: 2 })).status).toBe(200)
  })
})
