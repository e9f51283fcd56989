import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerNotStalled } from './slow-bodies.ts'

const part = Buffer.alloc(64 * 1024)
/** More than the system keeps of what a client doesn’t read. */
const parts = 1024

/** A server whose one answer is a large file, and what becomes of its answers. */
async function serve(stallMs: number) {
  const app = Fastify()
  const closed = Promise.withResolvers<'whole' | 'cut'>()
  app.get('/', (request, reply) => {
    reply.raw.once('close', () => closed.resolve(reply.raw.writableFinished ? 'whole' : 'cut'))
    const file = Readable.from(Array.from({ length: parts }, () => part))
    return reply.send(answerNotStalled(request, reply, file, { stallMs, bytes: parts * part.length }))
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { url, closed: closed.promise }
}

test('A client that takes nothing of a file anymore is disconnected, so that the file can go', async () => {
  const { url, closed } = await serve(50)
  const client = connect(Number(new URL(url).port), '127.0.0.1').pause()
  onTestFinished(() => void client.destroy())
  await once(client, 'connect')
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  expect(await closed).toBe('cut')
})

test('A client that takes it gets all of the file', async () => {
  const { url, closed } = await serve(60_000)
  const body = await (await fetch(url)).arrayBuffer()
  expect(body.byteLength).toBe(parts * part.length)
  expect(await closed).toBe('whole')
})
