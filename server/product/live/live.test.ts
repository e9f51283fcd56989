import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRedis, type Redis } from '#server/platform/redis/redis.ts'
import { chat } from '#shared/api/chat.ts'
import { live } from '#shared/api/live.ts'
import { logins } from '#shared/api/logins.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { enterLive, enterWithTicket, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { overBoth, startRedis, type TestRedis } from '../../../test/harness/redis.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

overBoth(way => {
  let redis: TestRedis | undefined
  let stack: Stack
  let second: string
  let ana: Person

  beforeAll(async () => {
    redis = way === 'Redis' ? await startRedis() : undefined
    stack = await startStack(redis && { REDIS_URL: redis.url })
    second = await stack.startSecond()
    ana = await stack.signIn('ana.active')
  })
  afterAll(async () => {
    await stack?.close()
    await redis?.close()
  })

  const ticketOf = async (person: Person) =>
    (await person.call(live.ticket, { body: { namespace: '/product' } })).body.ticket

  test('a ticket admits one socket, once, into its namespace, within half a minute', async () => {
    const ticket = await ticketOf(ana)
    const { rows } = await sql`select from live_tickets`.execute(stack.db)
    expect(rows.length > 0).toBe(way === 'PostgreSQL')
    const socket = await enterWithTicket(stack.url, '/product', ticket)
    expect(socket.connected).toBe(true)
    await expect(enterWithTicket(stack.url, '/product', ticket)).rejects.toThrow('unauthenticated')
    await expect(enterWithTicket(stack.url, '/meetings', await ticketOf(ana))).rejects.toThrow(
      'unauthenticated',
    )
    const old = await ticketOf(ana)
    stack.clock.advance({ seconds: 31 })
    await expect(enterWithTicket(stack.url, '/product', old)).rejects.toThrow('unauthenticated')
    for (const made of [undefined, '', 'made up', { ticket }, 'x'.repeat(10_000)]) {
      await expect(enterWithTicket(stack.url, '/product', made)).rejects.toThrow('unauthenticated')
    }
    socket.disconnect()
  })

  test('of simultaneous sockets, a ticket admits one, on whichever server', async () => {
    const ticket = await ticketOf(ana)
    const tried = await Promise.allSettled(
      [stack.url, second, stack.url, second].map(url => enterWithTicket(url, '/product', ticket)),
    )
    const entered = tried.filter(result => result.status === 'fulfilled')
    expect(entered).toHaveLength(1)
    entered[0]!.value.disconnect()
  })

  test('a ticket ends with its login', async () => {
    const cleo = await stack.signIn('cleo.casual')
    const ticket = await ticketOf(cleo)
    await cleo.call(logins.end)
    await expect(enterWithTicket(stack.url, '/product', ticket)).rejects.toThrow('unauthenticated')
  })

  test('whoever asks for a ticket just after their login ended gets none that admits', async () => {
    const dan = await stack.signIn('dan.departing')
    await dan.chatToken()
    const ticketsOf = async () => [
      await dan.at(second).call(live.ticket, { body: { namespace: '/product' } }),
      await dan.call(chat.liveTicket),
    ]
    // Both servers know the login from a moment ago.
    for (const { status } of await ticketsOf()) expect(status).toBe(200)
    await dan.call(logins.end)
    const [product, chatted] = await ticketsOf()
    if (way === 'PostgreSQL') expect([product!.status, chatted!.status]).toEqual([401, 401])
    for (const [namespace, { status, body }] of [
      ['/product', product!],
      ['/chat', chatted!],
    ] as const) {
      expect([200, 401]).toContain(status)
      await expect(enterWithTicket(stack.url, namespace, body.ticket)).rejects.toThrow('unauthenticated')
    }
  })

  test('pages of other sites can’t connect', async () => {
    const ticket = await ticketOf(ana)
    for (const origin of [
      'https://evil.example',
      'null',
      `${stack.url}.evil.example`,
      stack.url.replace('http', 'https'),
    ]) {
      await expect(enterWithTicket(stack.url, '/product', ticket, origin)).rejects.toThrow()
    }
    const socket = await enterWithTicket(stack.url, '/product', ticket)
    socket.disconnect()
  })

  test('signing out closes the login’s sockets on every server, and no other’s', async () => {
    const ben = await stack.signIn('ben.busy')
    const again = await stack.signIn('ben.busy')
    const [here, there, other] = await Promise.all([
      enterLive(ben, '/product'),
      enterLive(ben, '/meetings', second),
      enterLive(again, '/product', second),
    ])
    const gone = Promise.all([here, there].map(socket => heard(socket, 'disconnect')))
    await ben.call(logins.end)
    expect(await gone).toEqual(['io server disconnect', 'io server disconnect'])
    expect(other.connected).toBe(true)
    other.disconnect()
  })

  if (way === 'Redis') {
    /** Somebody who reaches Redis. */
    async function intruder(): Promise<Redis> {
      const connection = createRedis(redis!.url, Fastify({ logger: false }).log)
      await connection.start()
      return connection
    }

    test('a ticket whose person somebody changed in Redis admits nobody', async () => {
      const outside = await intruder()
      const ask = (...command: string[]) => outside.ask(client => client.sendCommand<string>(command))
      await ask('FLUSHDB')
      const ticketOfAna = await ticketOf(ana)
      const [keyOfAna] = await outside.ask(client => client.keys('ignite:ticket:*'))
      await ticketOf(await stack.signIn('ben.busy'))
      const keys = await outside.ask(client => client.keys('ignite:ticket:*'))
      const keyOfBen = keys.find(key => key !== keyOfAna)
      await ask('RENAME', keyOfBen!, keyOfAna!)
      await expect(enterWithTicket(stack.url, '/product', ticketOfAna)).rejects.toThrow('unauthenticated')
      await outside.close()
    })

    test('while Redis is away, tickets admit sockets, and what is told reaches them', async () => {
      const listening = async (outside: Redis) => {
        const channel = 'ignite:0:live'
        return (await outside.ask(client => client.pubSubNumSub(channel)))[channel]!
      }
      const early = await intruder()
      const servers = await listening(early)
      await early.close()
      const before = await ticketOf(ana)
      await redis!.kill()
      await expect(enterWithTicket(stack.url, '/product', before)).rejects.toThrow('unauthenticated')
      const dora = await stack.signIn('dora.daily')
      const [here, there] = [await enterLive(dora, '/product'), await enterLive(dora, '/product', second)]
      const ended = Promise.all([here, there].map(live => heard(live, 'disconnect')))
      await dora.call(logins.end)
      expect(await ended).toEqual(['io server disconnect', 'io server disconnect'])
      await redis!.startAgain()
      const outside = await intruder()
      await eventually('all servers are back', async () => (await listening(outside)) === servers)
      await outside.close()
      const again = await enterLive(ana, '/product', second)
      again.disconnect()
    })
  }
})
