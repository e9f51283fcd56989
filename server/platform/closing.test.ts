import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, inject, test, vi } from 'vitest'
import { longestCloseMs } from '#server/open-platform.ts'
import { cutConnections } from '../../test/crashes/cut-connections.ts'
import { bareServer } from '../../test/harness/bare-server.ts'
import { compileCache } from '../../test/harness/compile-cache.ts'
import { cloneDatabase } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { openSocket } from '../../test/harness/open-socket.ts'
import { leastSettings } from '../../test/harness/settings.ts'
import { type Closing, closeInTurn } from './closing.ts'

/** A logger that records its lines. */
function tapped() {
  const lines: { msg: string; part: string; waitsFor?: string[] }[] = []
  const { log } = Fastify({ logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } } })
  return { log, lines }
}

test('a part that takes too long to close is named, cut off, and no longer waited for', async () => {
  const { log, lines } = tapped()
  const happened: string[] = []
  const cut = Promise.withResolvers<void>()
  const stuck: Closing = { close: () => cut.promise, waitsFor: () => ['GET /slow'], cut: () => cut.resolve() }
  const deaf: Closing = { close: () => new Promise(() => {}), waitsFor: () => ['a child'] }
  const good: Closing = { close: async () => void happened.push('the last is closed'), waitsFor: () => [] }
  await closeInTurn(
    [
      { name: 'port', part: stuck, withinMs: 1 },
      { name: 'file processes', part: deaf, withinMs: 1 },
      { name: 'broken', part: { ...good, close: () => Promise.reject(new Error('no')) }, withinMs: 1_000 },
      { name: 'database', part: good, withinMs: 1_000 },
    ],
    log,
  )
  expect(happened).toEqual(['the last is closed'])
  expect(lines.map(({ msg, part, waitsFor }) => ({ msg, part, waitsFor }))).toEqual([
    { msg: 'a part takes too long to close', part: 'port', waitsFor: ['GET /slow'] },
    { msg: 'a part takes too long to close', part: 'file processes', waitsFor: ['a child'] },
    {
      msg: 'a part didn’t close in time: the rest closes without it',
      part: 'file processes',
      waitsFor: ['a child'],
    },
    { msg: 'closing a part failed', part: 'broken', waitsFor: undefined },
  ])
})

test('a request answered while the server closes is the last on its connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-closing-'))
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await bareServer(await cloneDatabase(inject('postgresUrl')), folder, {
    async mount(app) {
      app.get('/slow', async () => {
        asked.resolve()
        await answer.promise
        return 'done'
      })
    },
  })
  const slow = fetch(`${server.url}/slow`)
  await asked.promise
  const warned = vi.spyOn(server.app.log, 'warn')
  const closing = server.close()
  answer.resolve()
  expect(await (await slow).text()).toBe('done')
  await closing
  // Otherwise the connection would stay open for 65 s, and be cut after seven, which the log says.
  const late = expect.objectContaining({ part: 'port' })
  expect(warned).not.toHaveBeenCalledWith(late, expect.anything())
  await rm(folder, { recursive: true })
})

test('a connection on which a request was answered before all of it had come is idle once it has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-closing-'))
  const received = Promise.withResolvers<void>()
  const server = await bareServer(await cloneDatabase(inject('postgresUrl')), folder, {
    async mount(app) {
      app.server.once('request', request => request.once('close', received.resolve))
      app.post('/refused', { onRequest: async (_, reply) => reply.code(429).send() }, async () => null)
    },
  })
  const socket = openSocket(server.url)
  socket.write('POST /refused HTTP/1.1\r\nhost: ignite\r\ncontent-length: 4\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 429 /)
  socket.write('late')
  await received.promise
  const warned = vi.spyOn(server.app.log, 'warn')
  await server.close()
  expect(warned).not.toHaveBeenCalledWith(expect.objectContaining({ part: 'port' }), expect.anything())
  await rm(folder, { recursive: true })
})

// Until a proxy notices that a server closes, it sends people there.
test('a request that comes on a new connection just as the server closes still gets its answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-closing-'))
  const accepted = Promise.withResolvers<Socket>()
  const server = await bareServer(await cloneDatabase(inject('postgresUrl')), folder, {
    async mount(app) {
      app.server.once('connection', accepted.resolve)
    },
  })
  const socket = openSocket(server.url)
  let said = ''
  socket.on('data', chunk => {
    said += chunk
  })
  await accepted.promise
  const closing = server.close()
  await eventually('the port closes', async () => !server.app.server.listening)
  socket.write('GET /health/live HTTP/1.1\r\nhost: ignite\r\n\r\n')
  await closing
  expect(said).toMatch(/^HTTP\/1.1 200 /)
  expect(said).toMatch(/^connection: close/im)
  await rm(folder, { recursive: true })
})

test('a server that is told to stop while it waits for the database to start ends at once, and well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-closing-'))
  const deaf = createServer().listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  const { port } = deaf.address() as AddressInfo
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...compileCache,
      ...leastSettings,
      DATABASE_URL: `postgres://127.0.0.1:${port}/ignite`,
      STORAGE_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const [socket] = await Promise.race([once(deaf, 'connection'), ended])
  child.kill('SIGTERM')
  // It would be null if the signal had ended it: in a container that signal would do nothing.
  expect(await ended).toEqual([0, null])
  socket.destroy()
  deaf.close()
  await rm(folder, { recursive: true })
})

// The hundred rounds are `npm run hard -- D-13`.
test('servers whose database connections break at random close in time', async () => {
  const seed = Date.now() % 2 ** 31
  const rounds = await cutConnections(inject('postgresUrl'), { rounds: 3, seed })
  const found = `seed ${seed}: ${JSON.stringify(rounds)}`
  expect(
    rounds.some(({ cuts }) => cuts > 0),
    found,
  ).toBe(true)
  expect(Math.max(...rounds.map(({ closeMs }) => closeMs)), found).toBeLessThan(longestCloseMs)
}, 300_000)
