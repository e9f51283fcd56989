import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chat } from '#shared/api/chat.ts'
import { live } from '#shared/api/live.ts'
import { logins } from '#shared/api/logins.ts'
import { makeConversation } from '../../../test/factories/conversations.ts'
import { range } from '../../../test/factories/made-up.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { ask, enterChat, enterLive, enterWithTicket } from '../../../test/harness/live.ts'
import { mapConcurrently } from '../../../test/harness/map-concurrently.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import { openRaw, type RawLive } from '../../../test/harness/raw-live.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let conversation: string
/** A connection that enters no namespace. */
let idle: RawLive
/** A connection that leaves the namespace it entered, and one that goes to another. */
let left: RawLive
let moved: RawLive
let mover: Person

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  idle = await raw()
  conversation = await makeConversation([ana, 'ana'], [ben, 'ben'])
  mover = await stack.signIn('cleo')
  left = await entered(mover)
  left.frame('41/chat,')
  const { ticket } = (await mover.call(live.ticket, { body: { namespace: '/product' } })).body
  moved = await entered(mover)
  moved.frame('41/chat,')
  moved.frame(`40/product,${JSON.stringify({ ticket })}`)
})
afterAll(() => stack?.close())

const raw = (headers: Record<string, string> = { origin: stack.url }) => openRaw(stack.url, headers)

/** A raw connection that the chat has admitted: Ana's, or another person's. */
async function entered(person = ana): Promise<RawLive> {
  // Before it connects, since it may be in no namespace for five seconds only.
  const { ticket } = (await person.call(chat.liveTicket)).body
  const connection = await raw()
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

describe('a connection is closed if it', () => {
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

  test('floods, while others continue', async () => {
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

  test('reads nothing, while others read on', async () => {
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
    // The kernels of both ends buffer some megabytes; and a client that doesn't read notices the end only by
    // writing.
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

  test('asks to enter more than sixty times at once', async () => {
    const connection = await raw()
    for (let number = 0; number < 61; number++) connection.frame(number % 2 ? '40/chat,{}' : '40/nowhere,{}')
    await connection.ended
    expect(connection.texts.filter(text => text.startsWith('44')).length).toBeLessThanOrEqual(60)
  })

  test('sends more than twenty unknown events at once', async () => {
    const connection = await entered()
    for (let number = 0; number < 20; number++) connection.frame(`42/chat,["number-${number}"]`)
    connection.frame('42/chat,1["typing",{}]')
    await eventually('it is heard', async () => connection.texts.some(text => text.startsWith('43/chat')))
    for (let number = 0; number < 20; number++) connection.frame(`42/chat,["number-${number}"]`)
    await connection.ended
  })

  test('sends more than a thousand packets at once, of any kind', async () => {
    const connection = await entered()
    for (let number = 0; number < 2_000; number++) connection.frame('3')
    await connection.ended
  })

  test('sends more than two megabytes at once', async () => {
    const connection = await entered()
    for (let number = 0; number < 80; number++) {
      connection.frame(`42/chat,["typing",${JSON.stringify({ conversation_id: 'x'.repeat(60_000) })}]`)
    }
    await connection.ended
  })

  test('enters no namespace', async () => {
    expect(await idle.ended).not.toBe(1009)
  })

  test('leaves the namespace it entered, unless it went to another', async () => {
    await left.ended
    expect(moved.texts.some(text => text.startsWith('40/product'))).toBe(true)
    expect(moved.socket.destroyed).toBe(false)
    await mover.call(logins.end)
    await moved.ended
  })
})

test('a made-up ticket is refused without a database query', async () => {
  const { ticket } = (await ana.call(chat.liveTicket)).body
  const [name, signature] = ticket.split('.')
  const lock = await pauseAt(stack.databaseUrl, 'lock table live_tickets in access exclusive mode')
  for (const made of [
    `${'A'.repeat(32)}.${'A'.repeat(43)}`,
    `${'A'.repeat(32)}.${signature}`,
    `${name}.${'A'.repeat(43)}`,
    `${ticket}A`,
    name,
  ]) {
    // A query would wait for the lock and fail as unavailable.
    await expect(enterWithTicket(stack.url, '/chat', made)).rejects.toThrow('unauthenticated')
  }
  await expect(enterWithTicket(stack.url, '/product', ticket)).rejects.toThrow('unauthenticated')
  await lock.release()
  const socket = await enterWithTicket(stack.url, '/chat', ticket)
  socket.disconnect()
})

/** Of a hundred at once, a busy machine would let the last in too late: each has five seconds. */
const atOnce = 10

test('one login has at most thirty windows in a namespace, and the person’s other logins have their own', async () => {
  const windows = await mapConcurrently(range(0, 30), atOnce, () => enterLive(ana, '/product'))
  await expect(enterLive(ana, '/product')).rejects.toThrow('too_many')
  const elsewhere = await stack.signIn('ana')
  const others = [await enterLive(elsewhere, '/product'), await enterLive(ana, '/boards')]
  windows.pop()!.disconnect()
  await eventually('one is gone, and another may come', async () => {
    const next = await enterLive(ana, '/product').catch(() => null)
    if (next) windows.push(next)
    return next !== null
  })
  for (const socket of [...windows, ...others]) socket.disconnect()
})

test('one person has at most a hundred windows in a namespace, however many logins they have', async () => {
  const several: Person[] = []
  for (const _ of range(0, 5)) several.push(await stack.signIn('dora'))
  const windows = await mapConcurrently(range(0, 100), atOnce, n => enterLive(several[n % 4]!, '/boards'))
  await expect(enterLive(several[4]!, '/boards')).rejects.toThrow('too_many')
  windows.push(await enterLive(ana, '/boards'))
  for (const socket of windows) socket.disconnect()
})

// 1,500 if an address may make 1,200 requests a minute, which is the default.
test('one address makes 1.25 connections a minute for each request it may make, and only that address is refused beyond', async () => {
  const strict = await stack.startSecond({ REQUESTS_PER_MINUTE: '8', TRUST_PROXY: '1' })
  const connectFrom = async (address: string) => {
    const { status, socket } = await openRaw(strict, { origin: strict, 'x-forwarded-for': address })
    socket.destroy()
    return status
  }
  const statuses = await Promise.all(range(0, 20).map(n => connectFrom(`10.0.0.${n}, 192.0.2.1`)))
  const letIn = statuses.filter(status => status === 101).length
  expect([10, 11]).toContain(letIn)
  expect(await connectFrom('192.0.2.1')).toBe(400)
  expect(await connectFrom('192.0.2.2')).toBe(101)
  // A household has a whole network of IPv6 addresses.
  const network = range(0, 20).map(n => connectFrom(`2001:db8:0:1::${n + 1}`))
  expect((await Promise.all(network)).filter(status => status === 101).length).toBeLessThan(13)
  expect(await connectFrom('2001:db8:0:2::1')).toBe(101)
})

test('no event accepts binary data', async () => {
  const connection = await entered()
  connection.frame('451-/chat,1["typing",{"conversation_id":{"_placeholder":true,"num":0}}]')
  connection.frame(Buffer.from(conversation), { opcode: 2 })
  await eventually('it is answered', async () => connection.texts.some(text => text.includes('invalid')))
  connection.socket.destroy()
})
