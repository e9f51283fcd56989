import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { meetings, notOpenYet, overAlready } from '#shared/api/meetings.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { drawOn, readBoard, rectangle } from '../../../test/factories/boards.ts'
import { moneyDone, pay } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { enterCall, enterMeeting, meetIn, sitIn, writeStays } from '../../../test/factories/meetings.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  makeSession,
  savePlan,
  starts,
  weekdayOf,
  weekly,
} from '../../../test/factories/sessions.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { ask, heard } from '../../../test/harness/live.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let second: string
let tutor: Person
let student: Person
let other: Person
let people = 0

beforeAll(async () => {
  stack = await startStack()
  second = await stack.startSecond()
})

afterAll(() => stack?.close())

beforeEach(async () => {
  people++
  tutor = await stack.signIn(`tara${people}.tutor`)
  student = await stack.signIn(`stan${people}.student`)
  other = await stack.signIn(`otto${people}.other`)
})

const join = async (person: Person, bookingId: string) => {
  const { status, body, problem } = await person.call(meetings.credentials, { body: { bookingId } })
  return { status, people: body.people, detail: problem.detail }
}

function moveTo(instant: Temporal.Instant): void {
  stack.clock.advance(stack.clock.now().until(instant))
}

const startOf = ({ upcoming }: Session) => Temporal.Instant.from(upcoming[0]!.starts_at)
const endOf = ({ upcoming }: Session) => Temporal.Instant.from(upcoming[0]!.ends_at)

/** Runs the settle jobs on both servers at once, several times on each. */
async function settleEverywhere(): Promise<void> {
  const callers = [tutor, student].flatMap(person => {
    const same = new Person(second)
    for (const [name, value] of person.cookies) same.cookies.set(name, value)
    return [person, same, person, same]
  })
  const answers = await Promise.all(callers.map(person => person.call(bookings.settle)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await moneyDone(stack)
}

async function endOfPlaces(session: Session) {
  const { rows } = await sql`
    select occurrences.state as occurrence, bookings.state, (
      select coalesce(json_agg(reason || ' ' || refunds.amount_cents || ' ' || refunds.state), '[]')
      from refunds join payments on payments.id = payment_id where booking_id = bookings.id) as refunds
    from occurrences left join bookings on occurrence_id = occurrences.id
    where occurrences.id = ${session.upcoming[0]!.id} order by bookings.id`.execute(stack.db)
  return rows
}

/** Whom an alert told that the two sides weren't there together, and how often. */
async function toldOfMissed({ starts_at }: Session) {
  const { rows } = await sql<{ name: string; told: number }>`
    select users.name, count(*) as told from alerts join users on users.id = user_id
    where kind = 'booking_missed' and facts->>'starts_on' = ${starts_at} and users.name like ${`%${people} %`}
    group by users.name order by users.name`.execute(stack.db)
  return rows
}

describe('the meeting of a session', () => {
  test('admits its teacher and everyone who paid, by the place or by the occurrence, and nobody else', async () => {
    const session = await makeSession(stack, tutor)
    const occurrenceId = session.upcoming[0]!.id
    const place = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    moveTo(startOf(session).subtract({ minutes: 11 }))
    expect(await join(student, place)).toMatchObject({ status: 409, detail: notOpenYet })
    moveTo(startOf(session).subtract({ minutes: 10 }))
    expect((await join(tutor, occurrenceId)).people).toMatchObject([
      { name: `Tara${people} Tutor`, is_tutor: true, is_you: true, present: false },
      { name: `Stan${people} Student`, is_tutor: false, present: false },
    ])
    const leave = await sitIn(occurrenceId, tutor)
    expect((await join(student, place)).people!.map(({ present }) => present)).toEqual([true, false])
    expect((await join(student, occurrenceId)).status).toBe(200)
    await leave()
    const unpaid = await join(other, occurrenceId)
    expect([unpaid.status, unpaid.detail]).toEqual([409, 'You haven’t paid for this session.'])
    const gone = await stack.signIn(`gina${people}.gone`)
    const canceled = await payPlaceIn(stack, session, gone)
    await gone.call(bookings.cancel, { body: { bookingId: canceled } })
    expect((await join(gone, occurrenceId)).detail).toBe('Your place was canceled.')
    await moneyDone(stack)
    expect((await join(other, place)).status).toBe(404)
    const stranger = await stack.signIn(`stella${people}.stranger`)
    expect((await join(stranger, occurrenceId)).status).toBe(404)
    expect((await join(stranger, place)).status).toBe(404)
    moveTo(endOf(session))
    expect(await join(student, place)).toMatchObject({ status: 409, detail: overAlready })
  })

  test('tells its people when it is, also while it is closed', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    const { id, starts_at, ends_at } = session.upcoming[0]!
    await enrolIn(session, student)
    const timeOf = (person: Person) => person.call(meetings.time, { query: { bookingId: id } })
    for (const person of [tutor, student]) {
      expect((await timeOf(person)).body).toMatchObject({
        topic: session.title,
        starts_on: starts_at,
        ends_on: ends_at,
      })
    }
    expect((await timeOf(other)).status).toBe(404)
  })

  test('has the door that its host set in the one before, also if somebody is in its lobby already', async () => {
    const first = await makeSession(stack, tutor, { rate: '', end_time: '10:30' })
    const next = await makeSession(stack, tutor, { rate: '', start_time: '10:30' })
    await enrolIn(next, student)
    const [now, later] = [first, next].map(({ upcoming }) => upcoming[0]!.id) as [string, string]
    const doorOf = async (person: Person, bookingId: string) =>
      (await person.call(meetings.credentials, { body: { bookingId } })).body.admission
    moveTo(startOf(next).subtract({ minutes: 10 }))
    expect(await doorOf(tutor, now)).toBe('ask')
    stack.clock.advance({ minutes: 1 })
    expect(await doorOf(student, later)).toBe('ask')
    await tutor.call(meetings.setAdmission, { body: { bookingId: now, admission: 'direct' } })
    expect(await doorOf(student, later)).toBe('direct')
  })

  test('tells its people of a door that its host sets in the one before, and lets those who wait come in', async () => {
    const first = await makeSession(stack, tutor, { rate: '', end_time: '10:30' })
    const next = await makeSession(stack, tutor, { rate: '', start_time: '10:30' })
    await enrolIn(next, student)
    const [now, later] = [first, next].map(({ upcoming }) => upcoming[0]!.id) as [string, string]
    moveTo(startOf(next).subtract({ minutes: 10 }))
    expect((await join(tutor, now)).status).toBe(200)
    stack.clock.advance({ minutes: 1 })
    const host = await enterCall(tutor, later)
    const guest = await enterMeeting(student, later)
    expect(guest.answer).toMatchObject({ ok: true, data: { admitted: false } })
    const told = heard(host.socket, 'admission')
    const letIn = heard(guest.socket, 'admitted')
    await tutor.call(meetings.setAdmission, { body: { bookingId: now, admission: 'direct' } })
    expect(await told).toEqual({ admission: 'direct' })
    await letIn
    await tutor.call(meetings.setAdmission, { body: { bookingId: now, admission: 'ask' } })
    const { socket } = await enterCall(student, later)
    for (const one of [host.socket, guest.socket, socket]) one.disconnect()
  })

  test('is open to everyone enrolled if it is free', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    await enrolIn(session, student)
    moveTo(startOf(session))
    expect((await join(student, session.upcoming[0]!.id)).people).toHaveLength(2)
    expect((await join(other, session.upcoming[0]!.id)).status).toBe(404)
    await meetIn(stack, session.upcoming[0]!.id, [tutor, student])
    moveTo(endOf(session))
    await settleEverywhere()
    const { body } = await student.call(enrolments.meetings, { query: { when: 'passed' } })
    expect(body.data).toMatchObject([
      { role: 'student', expected: 1, attended: 1, occurrence: { state: 'over' } },
    ])
    expect(await endOfPlaces(session)).toMatchObject([{ occurrence: 'over' }])
  })

  test('stays among the past ones of somebody who was in it and left the session for a moment', async () => {
    const session = await makeSession(stack, tutor, { ...weekly(dayAhead(stack, 2)), rate: '' })
    await enrolIn(session, student)
    moveTo(startOf(session))
    await meetIn(stack, session.upcoming[0]!.id, [tutor, student])
    moveTo(endOf(session))
    await settleEverywhere()
    await student.call(enrolments.leave, { body: { id: session.id } })
    await enrolIn(session, student)
    const { body } = await student.call(enrolments.meetings, { query: { when: 'passed' } })
    expect(body.data).toMatchObject([{ role: 'student', occurrence: { id: session.upcoming[0]!.id } }])
  })

  test('doesn’t tell a guest that a person behind a block is expected, until both are in the call', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    const occurrenceId = session.upcoming[0]!.id
    await enrolIn(session, student)
    await enrolIn(session, other)
    await student.call(blocks.block, { body: { username: `otto${people}.other` } })
    moveTo(startOf(session))
    const seenBy = async (person: Person) =>
      (await join(person, occurrenceId)).people!.map(({ name }) => name)
    const [tara, stan, otto] = [`Tara${people} Tutor`, `Stan${people} Student`, `Otto${people} Other`]
    expect(await seenBy(other)).toEqual([tara, otto])
    expect(await seenBy(student)).toEqual([tara, stan])
    expect(await seenBy(tutor)).toEqual([tara, otto, stan])
    const leave = await sitIn(occurrenceId, tutor, student)
    expect(await seenBy(other)).toEqual([tara, otto, stan])
    await leave()
    expect(await seenBy(other)).toEqual([tara, otto])
  })

  test('tells a guest only how long they and the teacher were there', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    const bookingId = session.upcoming[0]!.id
    for (const person of [student, other]) await enrolIn(session, person)
    moveTo(startOf(session))
    await meetIn(stack, bookingId, [tutor, student, other])
    const seenBy = async (person: Person) => {
      const { body } = await person.call(meetings.attendance, { query: { bookingId } })
      return body.people.map(({ name }) => name)
    }
    const [tara, stan, otto] = [`Tara${people} Tutor`, `Stan${people} Student`, `Otto${people} Other`]
    expect(await seenBy(student)).toEqual([tara, stan])
    expect(await seenBy(tutor)).toEqual([tara, otto, stan])
  })

  test('counts who was expected or came by its end, whoever enrolls or leaves later', async () => {
    const session = await makeSession(stack, tutor, { ...weekly(dayAhead(stack, 2)), rate: '' })
    await enrolIn(session, student)
    await enrolIn(session, other)
    moveTo(startOf(session))
    await meetIn(stack, session.upcoming[0]!.id, [tutor, student])
    moveTo(endOf(session))
    await settleEverywhere()
    const counted = async () => {
      const { body } = await tutor.call(enrolments.meetings, { query: { when: 'passed' } })
      return body.data.map(({ expected, attended }) => [expected, attended])
    }
    await enrolIn(session, await stack.signIn(`late${people}.later`))
    expect(await counted()).toEqual([[2, 1]])
    await student.call(enrolments.leave, { body: { id: session.id } })
    expect(await counted()).toEqual([[2, 1]])
  })

  test('has a call that counts who comes, unless it is free and in person, or nobody entered a free one', async () => {
    const room = 'Room 214'
    const times = ['06', '08', '10', '12'].map(hour => ({ start_time: `${hour}:00`, end_time: `${hour}:30` }))
    const [inPerson, online, entered, paid] = (await Promise.all([
      makeSession(stack, tutor, { ...times[0]!, rate: '', location: room }),
      makeSession(stack, tutor, { ...times[1]!, rate: '' }),
      makeSession(stack, tutor, { ...times[2]!, rate: '' }),
      makeSession(stack, tutor, { ...times[3]!, location: room }),
    ])) as [Session, Session, Session, Session]
    const all = [inPerson, online, entered, paid]
    expect(all.map(({ upcoming }) => upcoming[0]!.has_call)).toEqual([false, true, true, true])
    for (const session of all) await enrolIn(session, student)
    moveTo(startOf(entered))
    const leave = await sitIn(entered.upcoming[0]!.id, tutor)
    await leave()
    moveTo(endOf(paid))
    await settleEverywhere()
    // What the sessions are now says nothing about the meetings that were.
    const starts_on = dayAhead(stack, 3)
    const changed = await Promise.all([
      savePlan(stack, tutor, inPerson, { ...times[0]!, starts_on, location: room }),
      savePlan(stack, tutor, online, { ...times[1]!, starts_on, rate: '', location: room }),
    ])
    expect(changed.map(({ status }) => status)).toEqual([200, 200])
    const listed = (await tutor.call(enrolments.meetings, { query: { when: 'passed' } })).body.data
    const attended = await Promise.all(
      all.map(async ({ id }) => {
        const { body } = await tutor.call(sessions.occurrences, { query: { id, when: 'over' } })
        return body.occurrences[0]!.occurrence
      }),
    )
    const calls = [false, false, true, true]
    expect(listed.toReversed().map(({ occurrence }) => occurrence.has_call)).toEqual(calls)
    expect(attended.map(({ has_call }) => has_call)).toEqual(calls)
  })

  test('that began for free stays open when its session gets a price', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    await enrolIn(session, student)
    moveTo(startOf(session))
    expect((await savePlan(stack, tutor, session, { rate: '30.00' })).status).toBe(200)
    expect((await join(student, session.upcoming[0]!.id)).status).toBe(200)
  })

  test('is paid for by each student who was in it with its teacher, and by nobody else', async () => {
    const session = await makeSession(stack, tutor)
    const place = await payPlaceIn(stack, session, student)
    await payPlaceIn(stack, session, other)
    const third = await stack.signIn(`thea${people}.third`)
    const brief = await payPlaceIn(stack, session, third)
    moveTo(startOf(session))
    // Requesting admission isn't attendance, and three seconds aren't a meeting.
    await join(other, session.upcoming[0]!.id)
    const leave = await sitIn(place, tutor, student)
    await meetIn(stack, brief, [third], 0.05)
    stack.clock.advance({ minutes: 5 })
    await leave()
    moveTo(endOf(session))
    await settleEverywhere()
    for (const person of [student, other]) {
      expect((await join(person, session.upcoming[0]!.id)).detail).toBe(overAlready)
    }
    stack.clock.advance({ hours: 1 })
    await settleEverywhere()
    const missed = { occurrence: 'over', state: 'missed', refunds: ['missed 3000 done'] }
    expect(await endOfPlaces(session)).toEqual([
      { occurrence: 'over', state: 'completed', refunds: [] },
      missed,
      missed,
    ])
    // The alert tells the teacher the earnings of one place.
    const { rows } = await sql<{ earning: string }>`
      select facts->>'earning' as earning from alerts join users on users.id = user_id
      where kind = 'session_earned' and users.name = ${`Tara${people} Tutor`}`.execute(stack.db)
    expect(rows).toEqual([{ earning: '$30.00' }])
    expect(await toldOfMissed(session)).toEqual([
      { name: `Otto${people} Other`, told: 1 },
      { name: `Thea${people} Third`, told: 1 },
    ])
  })

  test('is paid for by those who were in it up to its end, also if it is judged before that is written', async () => {
    const session = await makeSession(stack, tutor)
    const place = await payPlaceIn(stack, session, student)
    moveTo(endOf(session).subtract({ minutes: 5, seconds: 1 }))
    const leave = await sitIn(place, tutor, student)
    moveTo(endOf(session))
    await settleEverywhere()
    await eventually('both stays are stored', async () => {
      const { rows } = await sql`
        select from attendances
        where occurrence_id = ${session.upcoming[0]!.id} and left_at < ${endOf(session)}`.execute(stack.db)
      return rows.length === 0
    })
    await settleEverywhere()
    expect(await endOfPlaces(session)).toEqual([{ occurrence: 'over', state: 'completed', refunds: [] }])
    await leave()
  })

  test('counts each moment together once, from however many devices, and only while it is open', async () => {
    const session = await makeSession(stack, tutor)
    const { id } = session.upcoming[0]!
    await payPlaceIn(stack, session, student)
    await payPlaceIn(stack, session, other)
    moveTo(startOf(session))
    await meetIn(stack, id, [tutor], 0)
    await writeStays(stack, id, tutor, [
      [-12, 4],
      [58, 70],
    ])
    // A minute before the start, when it was already open, and four after it, twice at once; nothing after
    // the end.
    const student1 = [
      [-11.5, -9],
      [0, 4],
      [1, 3],
      [60, 70],
    ] as const
    await writeStays(stack, id, student, student1)
    await writeStays(
      stack,
      id,
      other,
      student1.map(([from, to]) => (from === 0 ? [1 / 60, to] : [from, to])),
    )
    moveTo(endOf(session))
    await settleEverywhere()
    expect(await endOfPlaces(session)).toMatchObject([{ state: 'completed' }, { state: 'missed' }])
  })

  test('can be entered again, and continues, when its end moves while people are in it', async () => {
    const session = await makeSession(stack, tutor, { rate: '' })
    await enrolIn(session, student)
    const { id } = session.upcoming[0]!
    moveTo(startOf(session).subtract({ minutes: 5 }))
    await tutor.call(meetings.setAdmission, { body: { bookingId: id, admission: 'direct' } })
    const calls = [await enterCall(tutor, id), await enterCall(student, id)]
    stack.clock.advance({ minutes: 2 })
    const cut = Promise.all(calls.map(({ socket }) => heard(socket, 'disconnect')))
    expect((await savePlan(stack, tutor, session, { rate: '', end_time: '10:30' })).status).toBe(200)
    await cut
    await eventually('the seats are known to be lost', async () => {
      const { rows } = await sql`select from meeting_peers where socket_id is not null`.execute(stack.db)
      return rows.length === 0
    })
    const back = [tutor, student].map((person, n) =>
      enterCall(person, id, { peer_id: calls[n]!.inside.you.peer_id }),
    )
    const again = await Promise.all(back)
    expect(again[0]!.inside.closes_on).toBe(
      startOf(session).add({ minutes: 45 }).toString({ fractionalSecondDigits: 3 }),
    )
    stack.clock.advance({ minutes: 3 })
    for (const { socket } of again) {
      await ask(socket, 'leave', {})
      socket.disconnect()
    }
    const { body } = await tutor.call(meetings.attendance, { query: { bookingId: id } })
    expect(body.people.map(({ seconds }) => seconds)).toEqual([300, 300])
  })

  describe('whose day the plan drops', () => {
    let day: string
    let session: Session
    beforeEach(async () => {
      day = dayAhead(stack, 1)
      session = await makeSession(stack, tutor, { ...weekly(day), rate: '' })
      await enrolIn(session, student)
    })

    const drop = () =>
      savePlan(stack, tutor, session, {
        ...weekly(day),
        repeat_days: [weekdayOf(daysAfter(day, 1))],
        rate: '',
      })
    const boardOf = (person: Person) =>
      person.call(boards.ofMeeting, { body: { meetingId: session.upcoming[0]!.id } })

    test('keeps its board', async () => {
      const { id } = (await boardOf(student)).body.board
      await drawOn(student, id, [rectangle()])
      const { body } = await drop()
      expect(starts(body.session)[0]).toBe(instantAt(daysAfter(day, 1), '10:00'))
      for (const person of [tutor, student]) expect(await readBoard(person, id)).toHaveLength(1)
    })

    test('keeps a board that somebody opens at that moment', async () => {
      const { id } = session.upcoming[0]!
      const opening = await pauseAt(
        stack.databaseUrl,
        `insert into boards (owner_id, occurrence_id, title, created_at, updated_at)
          select owner_id, occurrences.id, title, now(), now()
          from occurrences join sessions on sessions.id = session_id where occurrences.id = $1`,
        [id],
      )
      const dropped = drop()
      await opening.reached()
      await opening.release()
      expect((await dropped).status).toBe(200)
      expect((await boardOf(student)).body.board.meeting_id).toBe(id)
    })

    test('keeps what was written beside the call, and has it again once the day is planned again', async () => {
      const { id } = session.upcoming[0]!
      moveTo(startOf(session).subtract({ minutes: 10 }))
      const early = await enterCall(tutor, id)
      const said = { id: randomUUID(), text: 'We begin with page 3.' }
      expect(await ask(early.socket, 'say', said)).toMatchObject({ ok: true })
      early.socket.disconnect()
      const { body } = await drop()
      expect((await join(student, id)).detail).toBe('There’s no meeting because it was canceled.')
      await savePlan(stack, tutor, body.session, { ...weekly(day), rate: '' })
      const again = await enterCall(tutor, id)
      again.socket.disconnect()
      expect(again.inside.messages).toMatchObject([said])
    })
  })

  test('whose teacher never met anyone is refunded to all, once, with one alert to the teacher', async () => {
    const session = await makeSession(stack, tutor)
    const place = await payPlaceIn(stack, session, student)
    await payPlaceIn(stack, session, other)
    moveTo(startOf(session))
    const open = { bookingId: session.upcoming[0]!.id, admission: 'direct' as const }
    await tutor.call(meetings.setAdmission, { body: open })
    await meetIn(stack, place, [student], 20)
    moveTo(startOf(session).add({ minutes: 30 }))
    // Long after the student left.
    await meetIn(stack, session.upcoming[0]!.id, [tutor], 20)
    moveTo(endOf(session))
    await settleEverywhere()
    stack.clock.advance({ hours: 1 })
    await settleEverywhere()
    const missed = { occurrence: 'over', state: 'missed', refunds: ['missed 3000 done'] }
    expect(await endOfPlaces(session)).toEqual([missed, missed])
    expect((await toldOfMissed(session)).map(({ told }) => told)).toEqual([1, 1, 1])
  })

  test('starts for a place that is paid after the first people have come', async () => {
    const session = await makeSession(stack, tutor)
    const place = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    moveTo(startOf(session).subtract({ minutes: 5 }))
    const { id, url } = await holdPlaceIn(session, other)
    const leave = await sitIn(place, tutor, student)
    await pay(url)
    await moneyDone(stack)
    const { body } = await other.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking.status).toBe('active')
    await meetIn(stack, id, [other])
    await leave()
    moveTo(endOf(session))
    await settleEverywhere()
    expect(await endOfPlaces(session)).toMatchObject([{ state: 'completed' }, { state: 'completed' }])
  })

  test('that is over takes no payment anymore', async () => {
    const session = await makeSession(stack, tutor, { end_time: '10:15' })
    await enrolIn(session, student)
    moveTo(startOf(session).subtract({ minutes: 5 }))
    const { id, url } = await holdPlaceIn(session, student)
    moveTo(endOf(session))
    await pay(url)
    await moneyDone(stack)
    const { body } = await student.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking).toMatchObject({ status: 'expired', refunded: '7.50' })
  })
})
