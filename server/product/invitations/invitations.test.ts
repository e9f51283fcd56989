import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { subjectsTo } from '../../../test/factories/mails.ts'
import { dayAhead, makeSession } from '../../../test/factories/sessions.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let names: { tutor: string; student: string; other: string }
let people = 0

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

beforeEach(async () => {
  people++
  names = { tutor: `tara${people}.tutor`, student: `stan${people}.student`, other: `otto${people}.other` }
  tutor = await stack.signIn(names.tutor)
  student = await stack.signIn(names.student)
  other = await stack.signIn(names.other)
  await student.call(follows.follow, { body: { username: names.tutor } })
})

const invite = (id: string, ...usernames: string[]) =>
  tutor.call(invitations.send, { body: { id, invite: usernames } })
const received = async (person: Person) => (await person.call(invitations.received, { query: {} })).body.data
const sent = async (id: string) =>
  (await tutor.call(invitations.sent, { query: { id } })).body.data.map(({ person, state }) => [
    person.username,
    state,
  ])
const accept = (person: Person, id: string) => person.call(invitations.accept, { body: { id } })
const remove = (person: Person, id: string) => person.call(invitations.remove, { body: { id } })

/** A meeting that took place, of a student and the owner of a session. */
async function shareBooking(sessionId: string): Promise<void> {
  const at = stack.clock.now().subtract({ hours: 48 }).toString()
  await sql`
    insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents,
      refund_policy, held_until, student_agreed_at, created_at)
    select 'Notes', owner_id, student.id, ${at}::timestamptz, ${at}::timestamptz + interval '1 hour', 'completed',
      4000, 4000, ${JSON.stringify(refundPolicy)}, ${at}, ${at}, ${at}
    from sessions, users student
    where sessions.id = ${sessionId} and student.username = ${names.student}`.execute(stack.db)
}

describe('inviting', () => {
  test('a follower notifies them, once, and shows them as invited', async () => {
    const { id } = await makeSession(stack, tutor)
    expect((await invite(id, names.student, ` @${names.student.toUpperCase()}`)).body.invited).toBe(1)
    expect((await invite(id, names.student)).body.invited).toBe(0)
    expect(await sent(id)).toEqual([[names.student, 'sent']])
    expect(await received(student)).toMatchObject([
      { session: { id, enrolled: false }, profile: { username: names.tutor } },
    ])
    expect(await subjectsTo(stack, names.student)).toEqual([`Tara${people} Tutor invited you to a session`])
    const { body } = await tutor.call(follows.followers, { query: { sessionId: id } })
    expect(body.data).toMatchObject([{ username: names.student, invited: true, enrolled: false }])
  })

  test('takes people as followers are listed, beside the session’s details', async () => {
    const { id, title } = await makeSession(stack, tutor)
    await other.call(follows.follow, { body: { username: names.tutor } })
    const { body } = await tutor.call(follows.followers, { query: { sessionId: id } })
    const [first, second] = body.data
    const send = async (body: object) => {
      const answer = await tutor.call(invitations.send, { body: body as { id: string; invite: string[] } })
      return answer.body.invited ?? answer.problem.detail
    }
    expect(await send({ id, title, invite: [first] })).toBe(1)
    expect(await send({ session: { id, title }, invite: [{ id: second!.id, name: 'Anybody' }] })).toBe(1)
    expect(await sent(id)).toHaveLength(2)
    const again = await makeSession(stack, tutor, { start_time: '12:00', end_time: '13:00' })
    expect(await send({ session_id: again.id, invite: first!.username })).toBe(1)
  })

  test('finds a follower under the username that they have just changed', async () => {
    const { id } = await makeSession(stack, tutor)
    await student.call(profiles.rename, { body: { username: `renamed${people}` } })
    expect((await invite(id, names.student)).body.invited).toBe(1)
    expect(await sent(id)).toEqual([[`renamed${people}`, 'sent']])
  })

  test('by email finds a follower with whom the tutor shares an accepted booking, and nobody else', async () => {
    const { id } = await makeSession(stack, tutor)
    const byMail = async (email: string) =>
      (await tutor.call(invitations.send, { body: { id, invite: [{ email }] } })).status
    expect(await byMail(`${names.student}@example.edu`)).toBe(422)
    expect(await byMail('nobody@example.edu')).toBe(422)
    expect(await byMail('')).toBe(422)
    await shareBooking(id)
    expect(await byMail(`${names.student}@example.edu`)).toBe(200)
    expect(await sent(id)).toEqual([[names.student, 'sent']])
  })

  test('is refused for people who don’t follow you, who block you or who don’t exist', async () => {
    const { id } = await makeSession(stack, tutor)
    const refused = async (...usernames: string[]) => {
      const { status, problem } = await invite(id, ...usernames)
      return [status, problem.errors?.[0]?.path]
    }
    const invalid = [422, 'body.invite']
    expect(await refused(names.student, names.other)).toEqual(invalid)
    expect(await refused('nobody.at-all')).toEqual(invalid)
    expect(await refused('a\u0000b')).toEqual(invalid)
    expect(await refused(names.tutor)).toEqual(invalid)
    expect((await invite(id)).status).toBe(422)
    expect((await invite(id, ...Array.from({ length: 51 }, (_, n) => `p${n}`))).status).toBe(422)
    await student.call(blocks.block, { body: { username: names.tutor } })
    expect(await refused(names.student)).toEqual(invalid)
    expect(await sent(id)).toEqual([])
  })

  test('is only for the owner of an upcoming session', async () => {
    const { id } = await makeSession(stack, tutor)
    expect((await student.call(invitations.send, { body: { id, invite: [names.tutor] } })).status).toBe(404)
    expect((await student.call(invitations.sent, { query: { id } })).status).toBe(404)
    expect((await student.call(follows.followers, { query: { sessionId: id } })).status).toBe(404)
    const ofOther = { sessionId: id, username: names.student }
    expect((await tutor.call(follows.followers, { query: ofOther })).status).toBe(422)
    await tutor.call(sessions.remove, { body: { id } })
    expect((await invite(id, names.student)).status).toBe(404)
  })

  test('waits for a block, and for the end of the session, that somebody is just writing', async () => {
    const { id } = await makeSession(stack, tutor)
    const blocking = await pauseAt(
      stack.databaseUrl,
      `insert into blocks (blocker_id, blocked_id)
        select blocker.id, blocked.id from users blocker, users blocked
        where blocker.username = $1 and blocked.username = $2`,
      [names.student, names.tutor],
    )
    const blocked = invite(id, names.student)
    await blocking.reached()
    await blocking.release()
    expect((await blocked).status).toBe(422)

    await other.call(follows.follow, { body: { username: names.tutor } })
    const ending = await pauseAt(stack.databaseUrl, 'update sessions set deleted_at = now() where id = $1', [
      id,
    ])
    const ended = invite(id, names.other)
    await ending.reached()
    await ending.release()
    expect((await ended).status).toBe(404)
    expect(await received(other)).toEqual([])
  })

  test('that passes the server by is refused by the database', async () => {
    const { id } = await makeSession(stack, tutor)
    await student.call(blocks.block, { body: { username: names.tutor } })
    const insert = sql`
      insert into invitations (session_id, person_id, created_at)
      select ${id}, id, now() from users where username = ${names.student}`.execute(stack.db)
    await expect(insert).rejects.toMatchObject({ constraint: 'invitation_allowed' })
  })

  test('invites the same person ten times a day, to whichever sessions, and continues the next', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await makeSession(stack, tutor, { starts_on: dayAhead(stack, n + 3) })
      expect((await invite(id, names.student)).body.invited).toBe(1)
    }
    await other.call(follows.follow, { body: { username: names.tutor } })
    const { id } = await makeSession(stack, tutor, { starts_on: dayAhead(stack, 13) })
    const refused = await invite(id, names.other, names.student)
    expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
      429,
      'quota_exceeded',
      `You can invite the same person 10 times a day. Invite Stan${people} Student tomorrow.`,
    ])
    expect((await invite(id, names.other)).body.invited).toBe(1)
    stack.clock.advance({ hours: 25 })
    expect((await invite(id, names.student)).body.invited).toBe(1)
  })

  test('stops at two hundred people a day, and continues the next', async () => {
    const { id } = await makeSession(stack, tutor, { repeat: true, repeat_days: ['mon', 'thu'] })
    await sql`
      with made as (
        insert into users (name, email, username, created_at, updated_at)
        select 'P', 'p' || n || '-' || ${people} || '@example.edu', 'p' || n || '-' || ${people}, now(), now()
        from generate_series(1, 200) n returning id
      )
      insert into invitations (session_id, person_id, created_at)
      select ${id}, id, ${stack.clock.now()}::timestamptz from made`.execute(stack.db)
    const { status, problem } = await invite(id, names.student)
    expect([status, problem.code]).toEqual([429, 'quota_exceeded'])
    stack.clock.advance({ hours: 25 })
    expect((await invite(id, names.student)).status).toBe(200)
  })
})

describe('an invitation', () => {
  async function invited(changes = {}) {
    const { id } = await makeSession(stack, tutor, changes)
    await invite(id, names.student)
    const [invitation] = await received(student)
    return { sessionId: id, id: invitation!.id }
  }

  test('can be accepted with an enrollment, repeatedly, and pays for nothing', async () => {
    const { sessionId, id } = await invited()
    const { body } = await accept(student, id)
    expect(body.session).toMatchObject({ id: sessionId, enrolled: true, invitation_id: null })
    expect((await accept(student, id)).status).toBe(200)
    expect(await received(student)).toEqual([])
    expect(await sent(sessionId)).toEqual([[names.student, 'accepted']])
    const { body: unpaid } = await student.call(enrolments.unpaid, { query: {} })
    expect(unpaid.data).toMatchObject([{ session: { id: sessionId }, occurrence: { action: 'pay' } }])
    expect(await subjectsTo(stack, names.tutor)).toEqual([`Stan${people} Student accepted your invitation`])
  })

  test('is accepted by enrolling', async () => {
    const { sessionId, id } = await invited()
    await enrolIn({ id: sessionId }, student)
    expect(await sent(sessionId)).toEqual([[names.student, 'accepted']])
    expect((await accept(student, id)).status).toBe(200)
    expect((await remove(student, id)).problem.detail).toBe('This invitation was already accepted.')
  })

  test('enrolls somebody who accepted it and left, and can be sent to them again', async () => {
    const { sessionId, id } = await invited()
    const leave = () => student.call(enrolments.leave, { body: { id: sessionId } })
    const listed = async () => {
      const { body } = await tutor.call(follows.followers, { query: { sessionId } })
      return body.data.map(({ invited, enrolled }) => ({ invited, enrolled }))
    }
    await accept(student, id)
    expect(await listed()).toEqual([{ invited: true, enrolled: true }])
    expect((await invite(sessionId, names.student)).body.invited).toBe(0)
    await leave()
    expect((await accept(student, id)).body.session.enrolled).toBe(true)
    await leave()
    expect(await listed()).toEqual([{ invited: false, enrolled: false }])
    expect((await invite(sessionId, names.student)).body.invited).toBe(1)
    expect(await listed()).toEqual([{ invited: true, enrolled: false }])
    const [again] = await received(student)
    expect((await accept(student, again!.id)).body.session.enrolled).toBe(true)
    // One alert, although it came twice within a day.
    expect(await subjectsTo(stack, names.student)).toEqual([`Tara${people} Tutor invited you to a session`])
  })

  test('that was declined can’t be sent again, one that was withdrawn can', async () => {
    const { sessionId, id } = await invited()
    expect((await remove(tutor, id)).status).toBe(200)
    expect((await remove(tutor, id)).status).toBe(200)
    expect((await accept(student, id)).problem.detail).toBe('This invitation was already withdrawn.')
    expect((await invite(sessionId, names.student)).body.invited).toBe(1)
    const [again] = await received(student)
    expect((await remove(student, again!.id)).status).toBe(200)
    expect((await accept(student, again!.id)).problem.detail).toBe('This invitation was already declined.')
    expect((await invite(sessionId, names.student)).body.invited).toBe(0)
    expect(await received(student)).toEqual([])
    // One alert, although it came twice within a day.
    expect(await subjectsTo(stack, names.student)).toEqual([`Tara${people} Tutor invited you to a session`])
  })

  test('can only be answered by its recipient', async () => {
    const { id } = await invited()
    expect((await accept(other, id)).status).toBe(404)
    expect((await accept(tutor, id)).status).toBe(404)
    expect((await remove(other, id)).status).toBe(404)
    expect((await remove(stack.visitor(), id)).status).toBe(401)
  })

  test('to a session that is full, over or deleted doesn’t enroll anyone', async () => {
    const full = await invited({ rate: '', capacity: 1 })
    await enrolIn({ id: full.sessionId }, other)
    expect((await accept(student, full.id)).problem.detail).toBe('This session is full.')
    await remove(student, full.id)

    const deleted = await invited({ start_time: '14:00', end_time: '15:00' })
    await tutor.call(sessions.remove, { body: { id: deleted.sessionId } })
    expect((await accept(student, deleted.id)).status).toBe(409)

    const over = await invited({ start_time: '16:00', end_time: '17:00' })
    stack.clock.advance({ hours: 24 * 5 })
    expect((await accept(student, over.id)).problem.detail).toBe('This session is over.')
    expect(await received(student)).toEqual([])
  })

  test('ends its alert when it is answered or withdrawn, and starts it again when it is sent again', async () => {
    const unread = async () => (await student.call(alerts.unread)).body.unread
    const { sessionId, id } = await invited()
    expect(await unread()).toBe(1)
    await remove(tutor, id)
    expect(await unread()).toBe(0)
    await invite(sessionId, names.student)
    expect(await unread()).toBe(1)
    const [again] = await received(student)
    await accept(student, again!.id)
    expect(await unread()).toBe(0)
    const declined = await invited({ start_time: '14:00', end_time: '15:00' })
    expect(await unread()).toBe(1)
    await remove(student, declined.id)
    expect(await unread()).toBe(0)
    const { body } = await student.call(alerts.list, { query: {} })
    expect(body.data.map(({ kind }) => kind)).toEqual(['session_invited', 'session_invited'])
  })

  test('takes its alert along when its session is deleted', async () => {
    const { sessionId } = await invited()
    await tutor.call(sessions.remove, { body: { id: sessionId } })
    expect((await student.call(alerts.list, { query: {} })).body.data).toEqual([])
    expect((await student.call(alerts.unread)).body.unread).toBe(0)
  })

  test('ends with a block', async () => {
    const { sessionId, id } = await invited()
    await student.call(blocks.block, { body: { username: names.tutor } })
    expect(await received(student)).toEqual([])
    expect((await accept(student, id)).status).toBe(404)
    expect(await sent(sessionId)).toEqual([])
  })
})

describe('followers', () => {
  test('are found by the words of their name', async () => {
    await other.call(follows.follow, { body: { username: names.tutor } })
    const find = async (text: string) =>
      (await tutor.call(follows.followers, { query: { text } })).body.data.map(({ username }) => username)
    expect(await find(`ott${''}`)).toEqual([names.other])
    expect(await find('stud')).toEqual([names.student])
    expect(await find('%')).toEqual([])
    expect(await find('')).toHaveLength(2)
  })
})
