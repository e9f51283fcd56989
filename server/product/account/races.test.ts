import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { boards } from '#shared/api/boards.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { follows } from '#shared/api/follows.ts'
import { messages } from '#shared/api/messages.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { support } from '#shared/api/support.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makeConversation } from '../../../test/factories/conversations.ts'
import { beginDialogue } from '../../../test/factories/dialogues.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { planOf } from '../../../test/factories/sessions.ts'
import { callDuringChange } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { answersToLeavers, pairsOfLeavers } from '../../../test/races/accounts.ts'
import { forgetPerson } from './forget-person.ts'

let stack: Stack
let section: Section
let friend: Person

beforeAll(async () => {
  stack = await startStack()
  section = await addSection(stack.db)
  friend = await stack.signIn('frida.friend')
})

afterAll(() => stack?.close())

describe('closing an account', () => {
  test('while the other side answers a request fails for neither, and refunds the payment', async () => {
    const { rounds, deadlocks } = await answersToLeavers(stack, 4)
    for (const answers of rounds) {
      expect(answers.map(({ status }) => status)).toEqual([
        expect.toBeOneOf([200, 409]),
        expect.toBeOneOf([200, 409]),
        200,
      ])
    }
    expect(deadlocks).toBe(0)
    const { rows } = await sql`
      select bookings.state from bookings join payments on booking_id = bookings.id
      where coalesce((select sum(refunds.amount_cents) from refunds where payment_id = payments.id), 0) <> bookings.amount_cents
        or bookings.state not in ('cancelled', 'declined')`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('on both sides of a request at once works for both', async () => {
    const { rounds, deadlocks } = await pairsOfLeavers(stack, 4)
    for (const answers of rounds) expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(deadlocks).toBe(0)
  })
})

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

describe('a call in progress when its person’s account closes', () => {
  type Given = { post: string; conversation: string; dialogue: string }
  const calls: Record<string, (person: Person, given: Given) => Promise<{ status: number }>> = {
    'a message to support': person =>
      person.call(support.send, { body: { category: 'other', message: 'late' } }),
    'a board': person => person.call(boards.create, { body: { title: 'Late' } }),
    'a profile': person => person.call(profiles.save, { body: { name: 'Late Name', college: 'Late' } }),
    'a schedule': person =>
      person.call(schedules.save, {
        body: { schedule: Object.fromEntries(days.map(day => [day, []])) as never, timezone: 'UTC' },
      }),
    'a session': person => person.call(sessions.create, { body: planOf(stack) }),
    'a saved post': (person, { post }) => person.call(posts.save, { body: { post_id: post, notes: 'late' } }),
    'someone to follow': person => person.call(follows.follow, { body: { username: 'stan.stranger' } }),
    'a block': person => person.call(blocks.block, { body: { username: 'stan.stranger' } }),
    'a report': (person, { post }) =>
      person.call(reports.create, { body: { post_id: post, reason: 'spam', details: 'late' } }),
    'a message': (person, { conversation }) =>
      person.call(messages.send, {
        params: { id: conversation },
        body: { text: 'late', client_id: crypto.randomUUID() },
      }),
    'a chat': (person, { post }) => person.call(dialogues.create, { body: { post_id: post } }),
    'a question': (person, { dialogue }) =>
      person.call(dialogues.ask, { body: { session_id: dialogue, content: 'Is it late?' } }),
  }

  beforeAll(async () => {
    await stack.signIn('stan.stranger')
  })

  test.each(Object.entries(calls))('is refused, and leaves no row: %s', async (name, call) => {
    const username = `leaving.${name.replaceAll(' ', '.')}`
    const person = await stack.signIn(username)
    const { id: post } = await addPost(friend, section, { name: 'A friend’s notes' })
    const conversation = await makeConversation([person, username], [friend, 'frida.friend'])
    const given = { post, conversation, dialogue: await beginDialogue(person, post) }
    const { id } = await stack.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { status } = await callDuringChange(
      stack.db,
      username,
      () => call(person, given),
      trx => forgetPerson(trx, id, stack.clock.now()),
    )
    expect(status).toBe(409)
    for (const [table, column] of written) {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        stack.db,
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    const { rows } = await sql`
      select from support_messages where message = 'late'
      union all select from chat.messages where text = 'late'`.execute(stack.db)
    expect(rows).toEqual([])
  })

  const written = [
    ['boards', 'owner_id'],
    ['schedules', 'user_id'],
    ['sessions', 'owner_id'],
    ['saved_posts', 'user_id'],
    ['follows', 'follower_id'],
    ['blocks', 'blocker_id'],
    ['reports', 'reporter_id'],
    ['assistant.dialogues', 'person_id'],
    ['assistant.exchanges', 'person_id'],
  ] as const
})
