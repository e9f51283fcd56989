import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { livePath } from '#shared/api/live.ts'
import { enterLive, leaveLive } from './live.ts'

/** Only the page's pauses end when a test says so; the network takes its time. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})
afterEach(() => {
  leaveLive()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
let browser: EventTarget
const comeOnline = () => browser.dispatchEvent(new Event('online'))

async function serve(port = 0) {
  const http = createServer().listen(port, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { path: livePath, transports: ['websocket'] })
  for (const namespace of ['/product', '/boards']) io.of(namespace)
  const address = http.address() as AddressInfo
  return { io, port: address.port, origin: `http://127.0.0.1:${address.port}` }
}
const ticket = async () => 'a ticket'

/** Unlike `expect.poll`, it lets no time of the page pass. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve))
}

test('leaving ends each connection, whatever another one waits for', async () => {
  const { io, origin } = await serve()
  const findChat = vi.fn(() => Promise.reject(new Error('The chat is away.')))
  void enterLive('/chat', ticket, findChat)
  const socket = await enterLive('/product', ticket, async () => origin)
  await until(() => socket.connected)
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
  await until(() => socket.connected)
  expect(entered).not.toHaveBeenCalled()
  expect(getTicket).not.toHaveBeenCalled()
  await io.close()
})

test('a device that wakes up sees at once that its connection ended while it slept', async () => {
  const { io, origin } = await serve()
  const socket = await enterLive('/product', ticket, async () => origin)
  await until(() => socket.connected)
  const lost = vi.fn()
  socket.once('disconnect', lost)
  browser.dispatchEvent(new Event('visibilitychange'))
  await new Promise(setImmediate)
  expect(lost).not.toHaveBeenCalled()
  const awake = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(awake)
  browser.dispatchEvent(new Event('visibilitychange'))
  await until(() => lost.mock.calls.length > 0)
  vi.restoreAllMocks()
  await io.close()
})

test('back online, all namespaces are entered again at once, each once', async () => {
  const first = await serve()
  const origin = async () => first.origin
  const sockets = [await enterLive('/product', ticket, origin), await enterLive('/boards', ticket, origin)]
  const areConnected = () => sockets.every(({ connected }) => connected)
  await until(areConnected)
  // As a lost network does: the server says nothing anymore.
  first.io.engine.close()
  await until(() => sockets.every(({ connected }) => !connected))
  await first.io.close()
  const second = await serve(first.port)
  const entered: string[] = []
  for (const namespace of ['/product', '/boards'])
    second.io.of(namespace).on('connection', () => entered.push(namespace))
  comeOnline()
  await until(areConnected)
  // A connection that is there stays.
  comeOnline()
  expect(areConnected()).toBe(true)
  expect(entered.sort()).toEqual(['/boards', '/product'])
  await second.io.close()
})

test('a ticket that comes late is for the connection there is by then, and isn’t asked for again', async () => {
  const { io, origin } = await serve()
  const late = Promise.withResolvers<string>()
  const getTicket = vi.fn(() => late.promise)
  const entering = vi.fn()
  io.of('/product').use((socket, next) => {
    entering(socket.handshake.auth)
    next()
  })
  const connected = once(io.engine, 'connection')
  const socket = await enterLive('/product', getTicket, async () => origin)
  const [first] = await connected
  await until(() => socket.io._readyState === 'open')
  // As the server does if no ticket comes.
  first.close()
  await until(() => socket.io._reconnecting)
  await vi.advanceTimersByTimeAsync(2_000)
  await until(() => socket.io._readyState === 'open')
  expect(getTicket).toHaveBeenCalledTimes(1)
  late.resolve('the ticket')
  await until(() => socket.connected)
  expect(entering.mock.calls).toEqual([[{ ticket: 'the ticket' }]])
  await io.close()
})

test('back online, a service is looked for again at once', async () => {
  const { io, origin } = await serve()
  let isUp = false
  const findChat = vi.fn(async () => {
    if (!isUp) throw new Error('The chat is away.')
    return origin
  })
  const entered = enterLive('/boards', ticket, findChat)
  await until(() => findChat.mock.calls.length === 1)
  await vi.advanceTimersByTimeAsync(0)
  isUp = true
  comeOnline()
  const socket = await entered
  await until(() => socket.connected)
  await io.close()
})
