import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { sessions } from '#shared/api/sessions.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
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

async function mailsTo(name: string): Promise<string[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  const { messages } = (await answer.json()) as { messages: { subject: string }[] }
  return messages.map(({ subject }) => subject).filter(subject => subject !== 'Welcome to Ignite')
}

describe('inviting', () => {
  test('a follower tells them, once, and shows them as invited', async () => {
    const { id } = await makeSession(stack, tutor)
    expect((await invite(id, names.student, ` @${names.student.toUpperCase()}`)).body.invited).toBe(1)
    expect((await invite(id, names.student)).body.invited).toBe(0)
    expect(await sent(id)).toEqual([[names.student, 'sent']])
    expect(await received(student)).toMatchObject([
      { session: { id, enrolled: false }, profile: { username: names.tutor } },
    ])
    expect(await mailsTo(names.student)).toEqual([`Tara${people} Tutor invites you to a session`])
    const { body } = await tutor.call(follows.followers, { query: { sessionId: id } })
    expect(body.data).toMatchObject([{ username: names.student, invited: true, enrolled: false }])
  })

  test('is refused to people who don’t follow one, who block one, and to nobody', async () => {
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

  test('is for the owner of a session that is still to come', async () => {
    const { id } = await makeSession(stack, tutor)
    expect((await student.call(invitations.send, { body: { id, invite: [names.tutor] } })).status).toBe(404)
    expect((await student.call(invitations.sent, { query: { id } })).status).toBe(404)
    expect((await student.call(follows.followers, { query: { sessionId: id } })).status).toBe(404)
    const ofOther = { sessionId: id, username: names.student }
    expect((await tutor.call(follows.followers, { query: ofOther })).status).toBe(422)
    await tutor.call(sessions.remove, { body: { id } })
    expect((await invite(id, names.student)).status).toBe(404)
  })

  test('ends at two hundred people a day, and goes on the next', async () => {
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

  test('is accepted with an enrolment, however often, and pays for nothing', async () => {
    const { sessionId, id } = await invited()
    const { body } = await accept(student, id)
    expect(body.session).toMatchObject({ id: sessionId, enrolled: true, invitation_id: null })
    expect((await accept(student, id)).status).toBe(200)
    expect(await received(student)).toEqual([])
    expect(await sent(sessionId)).toEqual([[names.student, 'accepted']])
    const { body: unpaid } = await student.call(enrolments.unpaid, { query: {} })
    expect(unpaid.data).toMatchObject([{ session: { id: sessionId }, occurrence: { action: 'pay' } }])
    expect(await mailsTo(names.tutor)).toEqual([`Stan${people} Student accepted your invitation`])
  })

  test('is accepted by enrolling', async () => {
    const { sessionId, id } = await invited()
    await enrolIn({ id: sessionId }, student)
    expect(await sent(sessionId)).toEqual([[names.student, 'accepted']])
    expect((await accept(student, id)).status).toBe(200)
    expect((await remove(student, id)).problem.detail).toBe('This invitation was accepted already.')
  })

  test('that was declined is not sent again, one that was withdrawn is', async () => {
    const { sessionId, id } = await invited()
    expect((await remove(tutor, id)).status).toBe(200)
    expect((await remove(tutor, id)).status).toBe(200)
    expect((await accept(student, id)).problem.detail).toBe('This invitation was withdrawn already.')
    expect((await invite(sessionId, names.student)).body.invited).toBe(1)
    const [again] = await received(student)
    expect((await remove(student, again!.id)).status).toBe(200)
    expect((await accept(student, again!.id)).problem.detail).toBe('This invitation was declined already.')
    expect((await invite(sessionId, names.student)).body.invited).toBe(0)
    expect(await received(student)).toEqual([])
    // Told of once, though it came twice within a day.
    expect(await mailsTo(names.student)).toEqual([`Tara${people} Tutor invites you to a session`])
  })

  test('is nobody else’s to answer', async () => {
    const { id } = await invited()
    expect((await accept(other, id)).status).toBe(404)
    expect((await accept(tutor, id)).status).toBe(404)
    expect((await remove(other, id)).status).toBe(404)
    expect((await remove(stack.visitor(), id)).status).toBe(401)
  })

  test('to a session that is full, over or deleted enrols nobody', async () => {
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
