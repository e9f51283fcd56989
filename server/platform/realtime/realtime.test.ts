import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chat } from '#shared/api/chat.ts'
import { makeConversation } from '../../../test/factories/conversations.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { ask, enterChat } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { openRaw, type RawLive } from '../../../test/harness/raw-live.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let conversation: string
/** A connection that enters no part of the product. */
let idle: RawLive

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  idle = await raw()
  conversation = await makeConversation([ana, 'ana'], [ben, 'ben'])
})
afterAll(() => stack?.close())

const raw = (headers: Record<string, string> = { origin: stack.url }) => openRaw(stack.url, headers)

/** A raw connection of Ana's that the chat has let in. */
async function entered(): Promise<RawLive> {
  const connection = await raw()
  const { ticket } = (await ana.call(chat.liveTicket)).body
  connection.frame(`40/chat,${JSON.stringify({ ticket })}`)
  await eventually('the chat lets it in', async () =>
    connection.texts.some(text => text.startsWith('40/chat')),
  )
  return connection
}

test('a connection from anywhere but our own pages is refused', async () => {
  const { host, port } = new URL(stack.url)
  const origins = [
    'null',
    'https://evil.example',
    `https://${host}`,
    `ws://${host}`,
    `http://${host}.evil.example`,
    `http://evil.example.${host}`,
    `http://evil.example/${host}`,
    `http://evil.example#${stack.url}`,
    `http://${host}@evil.example`,
    `http://evil.example@${host}`,
    `http://${host}/`,
    `http://${host}/page`,
    `http://${host}?`,
    `http://localhost:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.1:${Number(port) + 1}`,
    `http://127.1:${port}`,
    `http://[::1]:${port}`,
    `HTTP://${host}`,
    ` ${stack.url}, https://evil.example`,
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '*',
  ]
  const all: Record<string, string>[] = [
    ...origins.map(origin => ({ origin })),
    {},
    { referer: `${stack.url}/messages` },
  ]
  for (const headers of all) {
    const { status, socket } = await raw(headers)
    socket.destroy()
    expect({ headers, let: status === 101 }).toEqual({ headers, let: false })
  }
  const own = await raw()
  own.socket.destroy()
  expect(own.status).toBe(101)
})

describe('a connection is closed that', () => {
  test('sends a frame of more than 64 KB', async () => {
    const connection = await entered()
    connection.frame(`42/chat,["typing","${'x'.repeat(64 * 1024)}"]`)
    expect(await connection.ended).toBe(1009)
  })

  test('sends one message in a hundred thousand pieces', async () => {
    const connection = await entered()
    connection.frame('4', { final: false })
    for (let piece = 0; piece < 100_000 && !connection.socket.destroyed; piece++) {
      connection.frame('2', { opcode: 0, final: false })
    }
    expect([1008, 1009]).toContain(await connection.ended)
  })

  test.each([
    ['sends bytes', { opcode: 2 }, Buffer.from('42/chat,["typing",{}]')],
    ['sends what isn’t an event', {}, '42/chat,{'],
    ['sends an event of a part that it hasn’t entered', {}, '42/product,["typing",{}]'],
    ['speaks no known language', {}, 'hello'],
  ])('%s', async (_, options, payload) => {
    const connection = await entered()
    connection.frame(payload, options)
    await connection.ended
  })

  test('floods, while others go on', async () => {
    const connection = await entered()
    const bens = await enterChat(ben)
    for (let number = 0; number < 2_000 && !connection.socket.destroyed; number++) {
      connection.frame(`42/chat,${number}["typing",${JSON.stringify({ conversation_id: conversation })}]`)
    }
    expect(await ask(bens, 'typing', { conversation_id: conversation })).toMatchObject({ ok: true })
    await connection.ended
    expect(connection.texts.some(text => text.includes('rate_limited'))).toBe(true)
    bens.disconnect()
  })

  test('reads nothing of what it is sent, while others read on', async () => {
    const connection = await entered()
    const honest = await enterChat(ana)
    connection.socket.pause()
    const { id } = await stack.db
      .selectFrom('chat.people')
      .select('id')
      .where('username', '=', 'ana')
      .executeTakeFirstOrThrow()
    let told = 0
    honest.on('filler', () => told++)
    // The kernels of both ends keep some megabytes; and who doesn't read learns that it is over only by writing.
    for (let sent = 100; !connection.socket.destroyed; sent += 100) {
      await sql`
        select pg_notify('live', json_build_object('namespace', '/chat', 'room', 'person:' || ${id}::text,
          'event', 'filler', 'data', json_build_object('number', number, 'text', repeat('x', 7000)))::text)
        from generate_series(1, 100) number`.execute(stack.db)
      await eventually('the other window was told everything', async () => told === sent)
      connection.frame('3')
    }
    expect(honest.connected).toBe(true)
    honest.disconnect()
  })

  test('enters nothing', async () => {
    expect(await idle.ended).not.toBe(1009)
  })
})

test('bytes within an event are no value that anything takes', async () => {
  const connection = await entered()
  connection.frame('451-/chat,1["typing",{"conversation_id":{"_placeholder":true,"num":0}}]')
  connection.frame(Buffer.from(conversation), { opcode: 2 })
  await eventually('it is answered', async () => connection.texts.some(text => text.includes('invalid')))
  connection.socket.destroy()
})
