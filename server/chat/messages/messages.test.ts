import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import type { ChatEvents } from '#shared/api/chat-live.ts'
import { conversations } from '#shared/api/conversations.ts'
import { follows } from '#shared/api/follows.ts'
import { type Message, messages } from '#shared/api/messages.ts'
import { makeConversation, startConversation, write } from '../../../test/factories/conversations.ts'
import { stopTheClock } from '../../../test/factories/money.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { ask, enterChat, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'
import { alertUnread } from '../conversations/alerts.ts'

let stack: Stack
let ana: Person
let ben: Person
let carl: Person
let id: string
/** Ana is connected to one server, and Ben to another. */
let anas: Socket
let bens: Socket

beforeAll(async () => {
  stack = await startStack()
  await stopTheClock(stack)
  ana = await stack.signIn('ana')
  ben = (await stack.signIn('ben')).at(await stack.startSecond())
  carl = await stack.signIn('carl')
  id = await makeConversation([ana, 'ana'], [ben, 'ben'])
  ;[anas, bens] = await Promise.all([enterChat(ana), enterChat(ben)])
})
afterAll(async () => {
  anas?.disconnect()
  bens?.disconnect()
  await stack?.close()
})

const send = (person: Person, body: object, to = id) =>
  person.call(messages.send, {
    params: { id: to },
    body: { client_id: randomUUID(), text: 'Hello', ...body },
  })
const list = async (person: Person, query: object, of = id) =>
  (await person.call(messages.list, { params: { id: of }, query })).body
const next = <E extends keyof ChatEvents>(
  socket: Socket,
  event: E,
  isMeant?: (data: ChatEvents[E]) => boolean,
) => heard<ChatEvents[E]>(socket, event, isMeant)
/** Finds the message by its text: the last ones of the previous test may still arrive. */
const nextMessage = (socket: Socket, text: string) =>
  next(socket, 'message', ({ message }) => message.text === text)

describe('a message', () => {
  test('is refused once its sender sent two thousand of them in a day', async () => {
    const limited = await startStack({ REQUESTS_PER_MINUTE: '1200' })
    try {
      const people = { dan: await limited.signIn('dan'), eva: await limited.signIn('eva') }
      const to = await makeConversation([people.dan, 'dan'], [people.eva, 'eva'])
      expect((await send(people.dan, {}, to)).status).toBe(200)
      await sql`update platform.calls_of_day set count = 1999`.execute(limited.db)
      expect((await send(people.dan, {}, to)).status).toBe(200)
      const refused = await send(people.dan, {}, to)
      expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
      expect(refused.problem.detail).toContain('You’ve done this too often today.')
    } finally {
      await limited.close()
    }
  })

  test('reaches both people’s windows on every server, as each person sees it', async () => {
    const text = 'See you at <b>ten</b>\nin the library'
    const told = [nextMessage(anas, text), nextMessage(bens, text)]
    const sent = await write(ana, id, `  ${text}  `)
    expect(sent).toMatchObject({ mine: true, text, reply_to: null })
    const [toAna, toBen] = await Promise.all(told)
    expect(toAna).toEqual({ conversation_id: id, message: sent })
    expect(toBen).toEqual({ conversation_id: id, message: { ...sent, mine: false } })
    expect((await list(ben, {})).messages.at(-1)).toEqual(toBen!.message)
  })

  test('of the greatest length arrives whole', async () => {
    const text = '漢'.repeat(4000)
    const told = nextMessage(bens, text)
    const sent = await write(ana, id, text)
    expect(await told).toEqual({ conversation_id: id, message: { ...sent, mine: false } })
  })

  test('of which nobody would see anything is refused', async () => {
    for (const text of ['\u200b', ' \u2800\n']) expect((await send(ana, { text })).status).toBe(422)
  })

  test('sent many times at once with one id is one message', async () => {
    const client_id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => untilFree(() => send(ana, { client_id, text: 'Once' }))),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { messages: all } = await list(ben, { limit: 100 })
    expect(all.filter(message => message.text === 'Once')).toHaveLength(1)
    // The same id from another person is another message.
    expect((await send(ben, { client_id, text: 'Mine' })).body.message.text).toBe('Mine')
  })

  test('takes the next place, however many both people write at once', async () => {
    const before = (await list(ana, {})).messages.at(-1)!.seq
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, index) => write(index % 2 ? ana : ben, id, `Number ${index}`)),
    )
    expect(written.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => before + 1 + index),
    )
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['too much', 'x'.repeat(4001)],
    ['a character that can’t be stored', 'a\0b'],
    ['letters that reverse the text', 'a\u202eb'],
    ['half a character', 'a\ud800'],
  ])('of %s is refused', async (_, text) => {
    expect((await send(ana, { text })).problem.code).toBe('invalid')
  })

  test('is stored in one Unicode normal form, which may be longer than the typed text', async () => {
    const { text } = await write(ana, id, 'Cafe\u0301')
    expect(text).toBe('Café')
    // Each becomes two code points, which makes it too long.
    expect((await send(ana, { text: '\u0958'.repeat(2001) })).problem.code).toBe('invalid')
  })

  test('answers another one, only in the same conversation', async () => {
    const asked = await write(ben, id, `When? ${'And where? '.repeat(30)}`)
    const answered = await write(ana, id, 'At ten', { reply_to: asked.seq })
    expect(answered.reply_to).toMatchObject({ seq: asked.seq, mine: false, deleted: false })
    expect([...answered.reply_to!.text]).toHaveLength(140)
    expect((await send(ana, { reply_to: answered.seq + 5 })).problem.code).toBe('invalid')
  })

  test('can be deleted by its sender, for both people; its place stays', async () => {
    const sent = await write(ana, id, 'Something rash')
    const answer = await write(ben, id, 'What?', { reply_to: sent.seq })
    const params = { id, seq: sent.seq }
    expect((await ben.call(messages.remove, { params })).status).toBe(404)
    const gone: Partial<Message> = { seq: sent.seq, text: '', deleted: true }
    const told = new Promise(resolve => {
      bens.on('message', ({ message }: ChatEvents['message']) => message.deleted && resolve(message))
    })
    expect((await ana.call(messages.remove, { params })).body.message).toMatchObject(gone)
    expect(await told).toMatchObject(gone)
    const { messages: left } = await list(ben, { after: sent.seq - 1 })
    expect(left).toMatchObject([gone, { seq: answer.seq, reply_to: { text: '', deleted: true } }])
    const found = await ben.call(messages.search, { query: { query: 'rash' } })
    expect(found.body.results).toEqual([])
    expect((await ana.call(messages.remove, { params })).status).toBe(200)
  })

  test('can only be read by the two people', async () => {
    const overheard: unknown[] = []
    const carls = await enterChat(carl)
    carls.onAny((...event) => overheard.push(event))
    const told = nextMessage(bens, 'Between us')
    await write(ana, id, 'Between us')
    await told
    expect((await carl.call(messages.list, { params: { id }, query: {} })).status).toBe(404)
    expect((await send(carl, {})).status).toBe(404)
    expect(await ask(carls, 'typing', { conversation_id: id })).toMatchObject({ ok: true })
    expect((await carl.call(messages.search, { query: { query: 'between' } })).body.results).toEqual([])
    carls.disconnect()
    expect(overheard).toEqual([])
  })
})

test('pages lead both ways and around a message, without gaps', async () => {
  const dora = await stack.signIn('dora')
  const other = await makeConversation([ana, 'ana'], [dora, 'dora'])
  for (let number = 3; number <= 60; number++) await write(ana, other, `Number ${number}`)
  const page = async (query: object) => {
    const { messages: listed, has_older, has_newer } = await list(dora, query, other)
    return [listed[0]?.seq, listed.at(-1)?.seq, listed.length, has_older, has_newer]
  }
  expect(await page({})).toEqual([31, 60, 30, true, false])
  expect(await page({ before: 31 })).toEqual([1, 30, 30, false, true])
  expect(await page({ after: 58 })).toEqual([59, 60, 2, true, false])
  expect(await page({ after: 60 })).toEqual([undefined, undefined, 0, true, false])
  expect(await page({ around: 30, limit: 11 })).toEqual([25, 35, 11, true, true])
  expect(await page({ around: 60, limit: 11 })).toEqual([50, 60, 11, true, false])
  expect(await page({ before: 1 })).toEqual([undefined, undefined, 0, false, true])
  for (const query of [{ before: 2, after: 1 }, { before: 0 }, { limit: 101 }, { around: 2 ** 31 }]) {
    expect((await dora.call(messages.list, { params: { id: other }, query })).status).toBe(422)
  }
})

test('a search finds messages in the person’s own conversations, the latest first, ignoring accents', async () => {
  const eve = await stack.signIn('eve')
  const other = await makeConversation([ana, 'ana'], [eve, 'eve'])
  for (let number = 1; number <= 32; number++) {
    await write(ana, other, `Résumé of lecture ${number}`)
    stack.clock.advance({ microseconds: 1 })
  }
  await write(ana, id, 'Another resume, of the lecture in spring')
  const search = async (person: Person, query: string, cursor?: string) =>
    (await person.call(messages.search, { query: { query, ...(cursor && { cursor }) } })).body
  const first = await search(eve, 'lecture resu')
  const second = await search(eve, 'lecture resu', first.next_cursor!)
  const found = [...first.results, ...second.results]
  expect(found.map(({ message }) => message.text)).toEqual(
    Array.from({ length: 32 }, (_, index) => `Résumé of lecture ${32 - index}`),
  )
  expect(found[0]).toMatchObject({
    person: { username: 'ana' },
    message: { mine: false, conversation_id: other },
  })
  expect(second.next_cursor).toBeNull()
  expect((await search(ben, 'spring')).results).toMatchObject([{ person: { username: 'ana' } }])
  expect((await search(eve, 'spring')).results).toEqual([])
  expect((await search(eve, `'!&|`)).results).toEqual([])
  expect((await eve.call(messages.search, { query: { query: 'lecture', cursor: 'x' } })).status).toBe(422)
})

test('the server stores how far each has read, tells both, and never goes back', async () => {
  const { seq } = await write(ana, id, 'Read this')
  const read = async (person: Person, to: number) =>
    (await person.call(conversations.read, { params: { id }, body: { seq: to } })).body
  expect((await ben.call(conversations.get, { params: { id } })).body.conversation.unread).toBeGreaterThan(0)
  // Writing, too, marks what came before as read, which may still be on its way.
  const told = Promise.all([next(anas, 'read', ({ mine }) => !mine), next(bens, 'read', ({ mine }) => mine)])
  expect(await read(ben, seq + 100)).toMatchObject({ read_to: seq, unread: 0 })
  expect(await told).toEqual([
    { conversation_id: id, read_to: seq, mine: false },
    { conversation_id: id, read_to: seq, mine: true },
  ])
  expect(await read(ben, 1)).toMatchObject({ read_to: seq, unread: 0 })
  expect((await ana.call(conversations.get, { params: { id } })).body.conversation).toMatchObject({
    other_read_to: seq,
    unread: 0,
  })

  // Across a block only the reader's own windows hear of it.
  const later = await write(ana, id, 'And this')
  const seenByAna = async () =>
    (await ana.call(conversations.get, { params: { id } })).body.conversation.other_read_to
  const reads: unknown[] = []
  anas.on('read', data => reads.push(data))
  await ana.call(blocks.block, { body: { username: 'ben' } })
  expect(await seenByAna()).toBe(null)
  const own = next(bens, 'read', ({ mine }) => mine)
  expect(await read(ben, later.seq)).toMatchObject({ read_to: later.seq })
  expect(await own).toEqual({ conversation_id: id, read_to: later.seq, mine: true })
  expect(await seenByAna()).toBe(null)
  await ana.call(blocks.unblock, { body: { username: 'ben' } })
  expect(await seenByAna()).toBe(later.seq)
  // If this arrives next, nothing was sent before it.
  const heardNext = nextMessage(anas, 'Hello again')
  await write(ben, id, 'Hello again')
  await heardNext
  expect(reads).toEqual([])
  anas.off('read')
})

test('whoever writes has read what came before, which both windows hear', async () => {
  const { seq } = await write(ana, id, 'Did you see this?')
  const isThis = (data: ChatEvents['read']) => data.read_to > seq
  const told = Promise.all([next(anas, 'read', isThis), next(bens, 'read', isThis)])
  await write(ben, id, 'I did')
  expect(await told).toEqual([
    { conversation_id: id, read_to: seq + 1, mine: false },
    { conversation_id: id, read_to: seq + 1, mine: true },
  ])
  // If this arrives next, nothing was said of reading when nothing was unread.
  const reads: unknown[] = []
  bens.on('read', data => reads.push(data))
  const last = nextMessage(bens, 'And one more')
  await write(ben, id, 'And one more')
  await last
  expect(reads).toEqual([])
  bens.off('read')
})

test('typing is announced to the other person, once they have answered, and never across a block', async () => {
  // Its own client, since each may announce typing only every few seconds.
  const socket = await enterChat(ana)
  const told = next(bens, 'typing')
  expect(await ask(socket, 'typing', { conversation_id: id })).toMatchObject({ ok: true })
  expect(await told).toEqual({ conversation_id: id })
  expect(await ask(socket, 'typing', { conversation_id: 'nowhere' })).toMatchObject({
    ok: false,
    code: 'invalid',
  })

  const fay = await stack.signIn('fay')
  const unasked = await startConversation(ana, 'fay')
  await write(ana, unasked.id, 'Hello')
  const fays = await enterChat(fay)
  const typing: unknown[] = []
  fays.on('typing', data => typing.push(data))
  await ask(socket, 'typing', { conversation_id: unasked.id })
  await write(fay, unasked.id, 'Hello')
  await fay.call(blocks.block, { body: { username: 'ana' } })
  await eventually('the limit of haste lets another through', async () => {
    return (await ask(socket, 'typing', { conversation_id: unasked.id })).ok
  })
  // If this arrives next, nothing was sent before it.
  await fay.call(blocks.unblock, { body: { username: 'ana' } })
  const heardNext = nextMessage(fays, 'Still there?')
  await write(ana, unasked.id, 'Still there?')
  await heardNext
  expect(typing).toEqual([])
  fays.disconnect()
  socket.disconnect()
})

describe('an unread message', () => {
  const told = async () => {
    await alertUnread({
      db: stack.db,
      now: stack.clock.now,
      jobs: {
        async enqueue(_trx: unknown, name: string, _key: string, data: object) {
          enqueued.push({ name, ...data })
        },
      } as never,
    })
    return enqueued.splice(0)
  }
  const enqueued: object[] = []

  /** How many times the product was told that a conversation was read. */
  const endings = async (conversation: string) => {
    const { rows } = await sql`
      select from pgboss.job where name = 'read-messages' and data->>'conversationId' = ${conversation}`.execute(
      stack.db,
    )
    return rows.length
  }

  /** Two people of this test only, who have read each other's messages, so that nobody else gets an alert. */
  async function talked(name: string, otherName: string) {
    const [person, other] = [await stack.signIn(name), await stack.signIn(otherName)]
    const conversation = await makeConversation([person, name], [other, otherName])
    await person.call(conversations.read, { params: { id: conversation }, body: { seq: 2 } })
    await stack.db.updateTable('chat.members').set({ alert_at: null, alerted: false }).execute()
    return { person, other, conversation }
  }

  test('becomes an alert after three minutes, with those that came meanwhile', async () => {
    const { person: gina, other: hal, conversation } = await talked('gina', 'hal')
    await write(gina, conversation, 'Are you there?')
    expect(await told()).toEqual([])
    stack.clock.advance({ minutes: 2 })
    await write(gina, conversation, 'Hello?')
    stack.clock.advance({ minutes: 1 })
    expect(await told()).toMatchObject([
      { name: 'tell-message', conversationId: conversation, request: false },
    ])
    expect(await told()).toEqual([])
    await write(gina, conversation, 'Hal?')
    stack.clock.advance({ hours: 1 })
    expect(await told()).toMatchObject([{ messageId: `${conversation}:5` }])
    await hal.call(conversations.read, { params: { id: conversation }, body: { seq: 5 } })
    await write(gina, conversation, 'One more')
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toHaveLength(1)
  })

  test('doesn’t become one if it was read in time, or is muted', async () => {
    const { person: ida, other: jon, conversation } = await talked('ida', 'jon')
    await write(jon, conversation, 'Here I am')
    await ida.call(conversations.read, { params: { id: conversation }, body: { seq: 100 } })
    await jon.call(conversations.mute, { params: { id: conversation }, body: { muted: true } })
    await write(ida, conversation, 'At last')
    stack.clock.advance({ hours: 1 })
    expect(await told()).toEqual([])
    expect((await jon.call(conversations.unread)).body.conversations).toBe(0)
  })

  test('becomes one also if only what came before it was read', async () => {
    const { person: ned, other: uma, conversation } = await talked('ned', 'uma')
    for (const text of ['One', 'Two', 'Three']) await write(ned, conversation, text)
    await uma.call(conversations.read, { params: { id: conversation }, body: { seq: 4 } })
    stack.clock.advance({ hours: 1 })
    expect(await told()).toHaveLength(1)
  })

  test('ends its alert by an answer, too', async () => {
    const { person: ava, other: bob, conversation } = await talked('ava.asks', 'bob.answers')
    await write(ava, conversation, 'Are you coming?')
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toHaveLength(1)
    await write(bob, conversation, 'On my way')
    expect(await endings(conversation)).toBe(1)
  })

  test('keeps its alert while another one is told and deleted, so that reading ends it', async () => {
    const { person: rhea, other: sid, conversation } = await talked('rhea', 'sid.reads')
    const { seq } = await write(rhea, conversation, 'To you')
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toHaveLength(1)
    const last = await write(rhea, conversation, 'To nobody')
    for (const deleted of [seq, last.seq]) {
      await rhea.call(messages.remove, { params: { id: conversation, seq: deleted } })
    }
    stack.clock.advance({ minutes: 3 })
    await told()
    await sid.call(conversations.read, { params: { id: conversation }, body: { seq: last.seq } })
    expect(await endings(conversation)).toBe(1)
  })

  test('that was told already isn’t told again because of one that was deleted', async () => {
    const { person: bea, other: ann, conversation } = await talked('bea.deletes', 'ann.told')
    await write(bea, conversation, 'Told once')
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toHaveLength(1)
    const { seq } = await write(bea, conversation, 'To somebody else')
    await bea.call(messages.remove, { params: { id: conversation, seq } })
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toEqual([])
    await write(bea, conversation, 'And another thing')
    const last = await write(bea, conversation, 'To somebody else, too')
    await bea.call(messages.remove, { params: { id: conversation, seq: last.seq } })
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toHaveLength(1)
    await ann.call(conversations.read, { params: { id: conversation }, body: { seq: last.seq } })
    expect(await endings(conversation)).toBe(1)
  })

  test('of a request that was told already isn’t told again because of one that was deleted', async () => {
    await talked('before.mia', 'mia.asked')
    const leo = await stack.signIn('leo.asks')
    const { id: asked } = await startConversation(leo, 'mia.asked')
    await write(leo, asked, 'May I?')
    expect(await told()).toHaveLength(1)
    stack.clock.advance({ minutes: 1 })
    const { seq } = await write(leo, asked, 'To somebody else')
    await leo.call(messages.remove, { params: { id: asked, seq } })
    expect(await told()).toEqual([])
  })

  test('doesn’t become one if it was deleted by then', async () => {
    const { person: del, other: tim, conversation } = await talked('del.eter', 'tim.told')
    const { seq } = await write(del, conversation, 'To the wrong person')
    await del.call(messages.remove, { params: { id: conversation, seq } })
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toEqual([])
    await write(del, conversation, 'To the right one')
    stack.clock.advance({ minutes: 3 })
    expect((await tim.call(conversations.unread)).body.conversations).toBe(1)
    expect(await told()).toHaveLength(1)
  })

  test('in a request becomes one at once', async () => {
    await talked('kay', 'lou')
    const ivy = await stack.signIn('ivy')
    const { id: unasked } = await startConversation(ivy, 'lou')
    await write(ivy, unasked, 'May I?')
    expect(await told()).toMatchObject([{ name: 'tell-message', conversationId: unasked, request: true }])
  })

  test.each([
    {
      how: 'was accepted',
      sender: 'una.accepted',
      end: (recipient: Person, id: string) => recipient.call(conversations.accept, { params: { id } }),
    },
    {
      how: 'needs no answer anymore',
      sender: 'una.followed',
      end: (recipient: Person) => recipient.call(follows.follow, { body: { username: 'una.followed' } }),
    },
  ])('becomes one of its own after a request that wasn’t read and $how', async ({ sender, end }) => {
    const recipient = `of.${sender}`
    const { other: rex } = await talked(`before.${sender}`, recipient)
    const una = await stack.signIn(sender)
    const { id: asked } = await startConversation(una, recipient)
    await write(una, asked, 'May I?')
    expect(await told()).toMatchObject([{ conversationId: asked, request: true }])
    await end(rex, asked)
    await write(una, asked, 'The room changed.')
    expect(await endings(asked)).toBe(1)
    expect(await told()).toEqual([])
    stack.clock.advance({ minutes: 3 })
    expect(await told()).toMatchObject([{ name: 'tell-message', conversationId: asked, request: false }])
  })
})

test('typing works across servers again, however often their database connections are lost', async () => {
  const listening = async () => {
    const { rows } = await sql<{ pid: number; query: string }>`
      select pid, query from pg_stat_activity
      where datname = current_database() and application_name = 'ignite listener'`.execute(stack.db)
    return rows
  }
  const servers = (await listening()).length
  for (let times = 0; times < 3; times++) {
    const lost = (await listening()).map(({ pid }) => pid)
    await sql`select pg_terminate_backend(pid) from unnest(${lost}::int[]) pid`.execute(stack.db)
    await eventually('all servers listen again', async () => {
      // One that listens may already have told something again that was lost.
      const now = (await listening()).filter(
        ({ pid, query }) => /^(listen|select pg_notify)/.test(query) && !lost.includes(pid),
      )
      return now.length === servers
    })
  }
  // Events sent meanwhile are lost: the server disconnected the windows, so that they come back and fetch.
  await eventually('the windows are closed', async () => !anas.connected && !bens.connected)
  ;[anas, bens] = await Promise.all([enterChat(ana), enterChat(ben)])
  const told = next(bens, 'typing')
  await eventually('it is told', async () => (await ask(anas, 'typing', { conversation_id: id })).ok)
  expect(await told).toEqual({ conversation_id: id })
})
