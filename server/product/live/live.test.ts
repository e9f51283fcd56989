import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from '#shared/api/live.ts'
import { end } from '#shared/api/logins.ts'
import { enterLive, enterWithTicket, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let second: string
let ana: Person

beforeAll(async () => {
  stack = await startStack()
  second = await stack.startSecond()
  ana = await stack.signIn('ana.active')
})
afterAll(() => stack?.close())

const ticketOf = async (person: Person) =>
  (await person.call(live.ticket, { body: { namespace: '/product' } })).body.ticket

test('a ticket admits one socket, once, into its namespace, within half a minute', async () => {
  const ticket = await ticketOf(ana)
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
  await ben.call(end)
  expect(await gone).toEqual(['io server disconnect', 'io server disconnect'])
  expect(other.connected).toBe(true)
  other.disconnect()
})
