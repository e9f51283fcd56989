import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { livePath } from '#shared/api/live.ts'
import { enterLive, leaveLive } from './live.ts'

/** Only the page's pauses end when a test says so; the network takes its time. */
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  leaveLive()
  vi.useRealTimers()
})

async function serve(port = 0) {
  const http = createServer().listen(port, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { path: livePath, transports: ['websocket'] })
  for (const namespace of ['/product', '/boards']) io.of(namespace)
  const address = http.address() as AddressInfo
  return { io, port: address.port, origin: `http://127.0.0.1:${address.port}` }
}
const ticket = async () => 'a ticket'

test('leaving ends each connection, whatever another one waits for', async () => {
  const { io, origin } = await serve()
  const findChat = vi.fn(() => Promise.reject(new Error('The chat is away.')))
  void enterLive('/chat', ticket, findChat)
  const socket = await enterLive('/product', ticket, async () => origin)
  await expect.poll(() => socket.connected).toBe(true)
  const gone = once(io.of('/product').sockets.values().next().value!, 'disconnect')
  leaveLive()
  await gone
  // Nobody looks for the chat anymore in the name of who left.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(findChat).toHaveBeenCalledTimes(1)
  await io.close()
})

test('a socket that is found only after leaving isn’t entered', async () => {
  const { io, origin } = await serve()
  const found = Promise.withResolvers<string>()
  const getTicket = vi.fn(ticket)
  const entered = vi.fn()
  void enterLive('/product', getTicket, () => found.promise).then(entered)
  leaveLive()
  found.resolve(origin)
  const socket = await enterLive('/boards', ticket, async () => origin)
  await expect.poll(() => socket.connected).toBe(true)
  expect(entered).not.toHaveBeenCalled()
  expect(getTicket).not.toHaveBeenCalled()
  await io.close()
})
