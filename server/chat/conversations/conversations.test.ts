import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { chat } from '#shared/api/chat.ts'
import type { ChatEvents } from '#shared/api/chat-live.ts'
import { conversations } from '#shared/api/conversations.ts'
import { follows } from '#shared/api/follows.ts'
import { messages } from '#shared/api/messages.ts'
import {
  addUnread,
  makeConversation,
  startConversation,
  write,
} from '../../../test/factories/conversations.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { enterChat, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let made = 0
let ana: Person
let ben: Person
let anas: string
let bens: string

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

/** Two people who have never met. */
beforeEach(async () => {
  made++
  anas = `ana${made}`
  bens = `ben${made}`
  ana = await stack.signIn(anas)
  ben = await stack.signIn(bens)
})

const start = (person: Person, to_username: string) =>
  person.call(conversations.start, { query: { to_username } })

describe('starting a conversation', () => {
  test('makes one conversation between two people, whoever begins and however many try at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? start(ana, bens) : start(ben, anas.toUpperCase()),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.conversation.id)).size).toBe(1)
    expect(answers[1]!.body.conversation).toMatchObject({
      person: { username: bens, name: expect.any(String) },
      last_message: null,
      last_seq: 0,
      unread: 0,
      can_write: true,
    })
    // Until somebody writes, it is in nobody's list.
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toEqual([])
  })

  test('fails alike for an unknown person, one who blocks you and one you block, and says so for yourself', async () => {
    const carl = await stack.signIn(`carl${made}`)
    await ben.call(blocks.block, { body: { username: anas } })
    await ana.call(blocks.block, { body: { username: `carl${made}` } })
    const refusals = []
    for (const query of [
      { to_username: bens },
      { to_username: `carl${made}` },
      { to_username: 'nobody.here' },
      { to_username: 'a\0b' },
      { to_email: `${bens}@example.edu` },
      { to_email: 'nobody@example.edu' },
    ]) {
      const { status, problem } = await ana.call(conversations.start, { query })
      refusals.push({ ...problem, status, request_id: '' })
    }
    expect(new Set(refusals.map(refusal => JSON.stringify(refusal))).size).toBe(1)
    expect(refusals[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect((await start(carl, anas)).status).toBe(404)
    expect((await start(ana, anas)).problem).toMatchObject({ code: 'invalid' })
    expect((await ana.call(conversations.start, { query: {} })).problem.code).toBe('invalid')
  })

  test('by email finds only people whose address you know from an accepted booking', async () => {
    const query = { to_email: `${bens.toUpperCase()}@example.edu` }
    expect((await ana.call(conversations.start, { query })).status).toBe(404)
    await stack.db
      .insertInto('bookings')
      .values(({ selectFrom }) => {
        const idOf = (name: string) => selectFrom('users').select('id').where('username', '=', name)
        const at = stack.clock.now()
        return {
          topic: 'Heaps',
          tutor_id: idOf(bens),
          student_id: idOf(anas),
          starts_at: at,
          ends_at: at.add({ hours: 1 }),
          state: 'requested',
          rate_cents: 3000,
          amount_cents: 3000,
          refund_policy: '{}',
          held_until: at,
          student_agreed_at: at,
          created_at: at,
        }
      })
      .execute()
    expect((await ana.call(conversations.start, { query })).status).toBe(404)
    await sql`update bookings set state = 'approved' where topic = 'Heaps'`.execute(stack.db)
    const { status, body } = await ana.call(conversations.start, { query })
    expect([status, body.conversation.state]).toEqual([200, 'open'])
  })

  test('with strangers is limited to twenty a day, with acquaintances it isn’t', async () => {
    const people = await Promise.all(
      Array.from({ length: 22 }, async (_, index) => {
        const name = `dora${made}x${index}`
        await stack.signIn(name)
        return name
      }),
    )
    const answers = await Promise.all(people.map(name => start(ana, name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429, 429])
    expect(answers.find(({ status }) => status === 429)?.problem.code).toBe('quota_exceeded')
    // It exists already, so it doesn't count again.
    const begun = people[answers.findIndex(({ status }) => status === 200)]!
    expect((await start(ana, begun)).status).toBe(200)
    await ben.call(follows.follow, { body: { username: anas } })
    expect((await start(ana, bens)).body.conversation.state).toBe('open')
    stack.clock.advance({ hours: 24, seconds: 1 })
    const left = people[answers.findIndex(({ status }) => status === 429)]!
    expect((await start(ana, left)).status).toBe(200)
  })
})

describe('a request', () => {
  test('from a stranger is listed apart; they can send three messages before the answer', async () => {
    const { id } = await startConversation(ana, bens)
    for (const text of ['Hello', 'I saw your notes', 'May I ask?']) await write(ana, id, text)
    const refused = await ana.call(messages.send, {
      params: { id },
      body: { client_id: crypto.randomUUID(), text: 'Please?' },
    })
    expect(refused.problem).toMatchObject({ status: 409, code: 'request_pending' })
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toEqual([])
    const { body } = await ben.call(conversations.list, { query: { folder: 'requests' } })
    expect(body.conversations).toMatchObject([{ id, state: 'request', unread: 3, other_read_to: null }])
    expect((await ben.call(conversations.unread)).body).toMatchObject({ conversations: 0, requests: 1 })
    // The sender doesn't see whether it was read.
    await ben.call(conversations.read, { params: { id }, body: { seq: 3 } })
    const own = await ana.call(conversations.list, { query: {} })
    expect(own.body.conversations).toMatchObject([{ id, state: 'requested', other_read_to: null }])

    expect((await ben.call(conversations.accept, { params: { id } })).body.conversation.state).toBe('open')
    await write(ana, id, 'Thank you')
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toMatchObject([
      { id, state: 'open', unread: 1, read_to: 3 },
    ])
    expect((await ana.call(conversations.get, { params: { id } })).body.conversation.other_read_to).toBe(3)
  })

  test('is accepted by answering it', async () => {
    const { id } = await startConversation(ana, bens)
    await write(ana, id, 'Hello')
    await write(ben, id, 'Hello yourself')
    expect((await ana.call(conversations.get, { params: { id } })).body.conversation.state).toBe('open')
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toHaveLength(1)
  })

  test('that is declined disappears for the recipient, and looks unchanged to the sender', async () => {
    const { id } = await startConversation(ana, bens)
    await write(ana, id, 'Hello')
    const before = (await ana.call(conversations.get, { params: { id } })).body.conversation
    expect((await ben.call(conversations.decline, { params: { id } })).status).toBe(200)
    expect((await ana.call(conversations.get, { params: { id } })).body.conversation).toEqual(before)
    await write(ana, id, 'Are you there?')
    for (const folder of ['inbox', 'requests'] as const) {
      expect((await ben.call(conversations.list, { query: { folder } })).body.conversations).toEqual([])
    }
    expect((await ben.call(conversations.unread)).body).toMatchObject({ conversations: 0, requests: 0 })
    // A recipient who changes their mind finds the messages that came meanwhile.
    await ben.call(conversations.accept, { params: { id } })
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toMatchObject([
      { id, last_seq: 2, unread: 2 },
    ])
  })

  test('that was declined reaches its sender’s open window when the recipient answers after all', async () => {
    const { id } = await startConversation(ana, bens)
    await write(ana, id, 'Hello')
    await ben.call(conversations.decline, { params: { id } })
    const window = await enterChat(ana)
    // Her own message may still be on its way to the window.
    const arrived = heard<ChatEvents['message']>(window, 'message', ({ message }) => message.text !== 'Hello')
    await write(ben, id, 'Sorry, I was away')
    expect(await arrived).toMatchObject({ conversation_id: id, message: { text: 'Sorry, I was away' } })
    window.disconnect()
  })

  /** Requests of Ana's with these messages: one that Ben declined, and one that waits for Carl. */
  async function askBoth(texts: string[]) {
    const carls = `carl${made}`
    const carl = await stack.signIn(carls)
    const asked: { recipient: Person; id: string }[] = []
    for (const [recipient, name] of [
      [ben, bens],
      [carl, carls],
    ] as const) {
      const { id } = await startConversation(ana, name)
      for (const text of texts) await write(ana, id, text)
      if (recipient === ben) await ben.call(conversations.decline, { params: { id } })
      asked.push({ recipient, id })
    }
    return asked
  }

  test('needs no answer anymore once the recipient follows the sender, whether it waits or was declined', async () => {
    for (const { recipient, id } of await askBoth(['One', 'Two', 'Three'])) {
      await recipient.call(follows.follow, { body: { username: anas } })
      // Before the next message, too: the sender's page shows its field and takes files by this.
      expect((await ana.call(conversations.get, { params: { id } })).body.conversation).toMatchObject({
        state: 'open',
        other_read_to: null,
      })
      const file = { name: 'room.png', type: 'image/png' as const, size: 10 }
      expect((await ana.call(attachments.upload, { params: { id }, body: file })).status).toBe(200)
      await write(ana, id, 'The room changed.')
      expect((await recipient.call(conversations.list, { query: {} })).body.conversations).toMatchObject([
        { id, state: 'open', last_seq: 4 },
      ])
    }
    expect((await ana.call(conversations.list, { query: {} })).body.conversations).toMatchObject(
      Array(2).fill({ state: 'open' }),
    )
  })

  test('isn’t ended by enrolling in the recipient’s session, so that nobody finds out that it was declined', async () => {
    const asked = await askBoth(['Hello'])
    for (const { recipient, id } of asked) {
      await enrolIn(await makeSession(stack, recipient, { rate: '' }), ana)
      const seen = async () => (await ana.call(conversations.get, { params: { id } })).body.conversation
      expect(await seen()).toMatchObject({ state: 'requested', last_seq: 1 })
      await write(ana, id, 'Here I am again.')
      expect(await seen()).toMatchObject({ state: 'requested', last_seq: 2 })
      expect((await recipient.call(conversations.list, { query: {} })).body.conversations).toEqual([])
    }
    const listed = async (person: Person) =>
      (await person.call(conversations.list, { query: { folder: 'requests' } })).body.conversations
    const [declined, waiting] = asked.map(({ recipient }) => recipient)
    expect(await listed(declined!)).toEqual([])
    expect(await listed(waiting!)).toMatchObject([{ state: 'request', unread: 2 }])
  })

  test('isn’t needed if the sender enrolls in the other person’s session before they write', async () => {
    const { id, state } = await startConversation(ana, bens)
    expect(state).toBe('requested')
    await enrolIn(await makeSession(stack, ben, { rate: '' }), ana)
    expect((await ana.call(conversations.get, { params: { id } })).body.conversation.state).toBe('open')
    await write(ana, id, 'Hello')
    expect((await ben.call(conversations.list, { query: {} })).body.conversations).toMatchObject([
      { id, state: 'open' },
    ])
  })

  test('can only be answered by its recipient', async () => {
    const { id } = await startConversation(ana, bens)
    const answers = async (person: Person) => [
      (await person.call(conversations.accept, { params: { id } })).status,
      (await person.call(conversations.decline, { params: { id } })).status,
    ]
    expect(await answers(ben)).toEqual([404, 404])
    await write(ana, id, 'Hello')
    expect(await answers(ana)).toEqual([404, 404])
    expect(await answers(await stack.signIn(`carl${made}`))).toEqual([404, 404])
  })

  test('isn’t needed if the recipient follows the sender, but is if the sender follows the recipient', async () => {
    await ana.call(follows.follow, { body: { username: bens } })
    const { id } = await startConversation(ana, bens)
    expect((await write(ana, id, 'Hello')).seq).toBe(1)
    expect((await ana.call(conversations.get, { params: { id } })).body.conversation.state).toBe('requested')
    const carl = await stack.signIn(`carl${made}`)
    await carl.call(follows.follow, { body: { username: bens } })
    const other = await startConversation(ben, `carl${made}`)
    await write(ben, other.id, 'Hello')
    expect((await carl.call(conversations.list, { query: {} })).body.conversations).toMatchObject([
      { id: other.id, state: 'open', unread: 1 },
    ])
  })

  test('can’t be bypassed by letting the other person open the conversation first', async () => {
    const { id } = await startConversation(ben, anas)
    await write(ana, id, 'Hello')
    expect((await ben.call(conversations.get, { params: { id } })).body.conversation.state).toBe('request')
  })
})

describe('a block', () => {
  test('closes a conversation for both without saying who blocked', async () => {
    const { id } = await startConversation(ana, bens)
    await write(ana, id, 'Hello')
    await write(ben, id, 'Hello')
    await ben.call(blocks.block, { body: { username: anas } })
    const seen = []
    for (const person of [ana, ben]) {
      const { body } = await person.call(conversations.get, { params: { id } })
      const refused = await person.call(messages.send, {
        params: { id },
        body: { client_id: crypto.randomUUID(), text: 'And now?' },
      })
      seen.push([body.conversation.can_write, body.conversation.person.profile_image, refused.problem.code])
      expect((await person.call(messages.list, { params: { id }, query: {} })).body.messages).toHaveLength(2)
    }
    expect(seen).toEqual([
      [false, null, 'conversation_closed'],
      [false, null, 'conversation_closed'],
    ])
    await ben.call(blocks.unblock, { body: { username: anas } })
    await write(ana, id, 'Again')
  })

  test('and its end reach both people’s windows at once', async () => {
    const id = await makeConversation([ana, anas], [ben, bens])
    const sockets = await Promise.all([ana, ben].map(person => enterChat(person)))
    for (const change of [blocks.block, blocks.unblock]) {
      const told = sockets.map(socket => heard(socket, 'conversation'))
      await ben.call(change, { body: { username: anas } })
      expect(await Promise.all(told)).toEqual(Array(2).fill({ conversation_id: id }))
      const { body } = await ana.call(conversations.get, { params: { id } })
      expect(body.conversation.can_write).toBe(change === blocks.unblock)
    }
    for (const socket of sockets) socket.disconnect()
  })

  test('declines a pending request, and keeps the two from finding each other', async () => {
    const { id } = await startConversation(ana, bens)
    await write(ana, id, 'Hello')
    await ben.call(blocks.block, { body: { username: anas } })
    const { body } = await ben.call(conversations.list, { query: { folder: 'requests' } })
    expect(body.conversations).toEqual([])
    expect((await ben.call(conversations.unread)).body.requests).toBe(0)
    for (const [person, name] of [
      [ana, bens],
      [ben, anas],
    ] as const) {
      expect((await person.call(chat.searchPeople, { query: { query: name } })).body.users).toEqual([])
    }
  })
})

test('the other person’s windows hear of it once the messages of somebody who left are deleted', async () => {
  const id = await makeConversation([ana, anas], [ben, bens])
  const window = await enterChat(ben)
  // Once this has come, nothing of the conversation's beginning can.
  const arrived = heard<ChatEvents['message']>(
    window,
    'message',
    ({ message }) => message.text === 'Between us',
  )
  await write(ana, id, 'Between us')
  await arrived
  const told = heard(window, 'conversation')
  expect((await ana.call(account.remove, { body: { username: anas } })).status).toBe(200)
  expect(await told).toEqual({ conversation_id: id })
  const { body } = await ben.call(messages.list, { params: { id }, query: {} })
  expect(body.messages.filter(({ mine, deleted }) => !mine && !deleted)).toEqual([])
  window.disconnect()
})

test('a list of conversations pages by its key, the latest first', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `eve${made}x${index}`)
  const ids: string[] = []
  for (const name of names) {
    const eve = await stack.signIn(name)
    await ana.call(follows.follow, { body: { username: name } })
    const { id } = await startConversation(eve, anas)
    await write(eve, id, `Hello from ${name}`)
    ids.unshift(id)
    stack.clock.advance({ seconds: 1 })
  }
  const first = (await ana.call(conversations.list, { query: {} })).body
  const second = (await ana.call(conversations.list, { query: { cursor: first.next_cursor! } })).body
  expect([...first.conversations, ...second.conversations].map(({ id }) => id)).toEqual(ids)
  expect(second.next_cursor).toBeNull()
  expect((await ana.call(conversations.unread)).body).toMatchObject({ conversations: 23, requests: 0 })
  expect((await ana.call(conversations.list, { query: { cursor: 'made up' } })).status).toBe(422)
})

test('people are found by name, acquaintances first, and never by email', async () => {
  const ask = async (query: string) => (await ana.call(chat.searchPeople, { query: { query } })).body.users
  await stack.signIn(`${bens}.stranger`)
  await ben.call(follows.follow, { body: { username: anas } })
  await ana.call(follows.follow, { body: { username: bens } })
  expect((await ask(bens)).map(({ username }) => username)).toEqual([bens, `${bens}.stranger`])
  expect(await ask(`${bens}@example.edu`)).toEqual([])
  expect(await ask(anas)).toEqual([])
  expect((await ana.call(chat.searchPeople, { query: { query: 'be' } })).status).toBe(422)
})

test('unread conversations and requests are each counted up to a hundred', async () => {
  await addUnread(stack.db, anas, 'inbox', 103)
  await addUnread(stack.db, anas, 'requests', 102)
  expect((await ana.call(conversations.unread)).body).toMatchObject({ conversations: 100, requests: 100 })
})
