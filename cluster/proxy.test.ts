import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../local/ports.ts'
import { missing } from '../test/harness/programs.ts'
import { makeCertificate } from './certificate.ts'
import { startProxy } from './proxy.ts'

/** A node that answers its name, and has no file of another node. */
async function startNode(name: string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(({ url }, answer) => {
    const isAnothers = url!.startsWith('/assets/') && !url!.includes(name)
    answer.writeHead(isAnothers ? 404 : 200).end(name)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

test.skipIf(missing('haproxy', 'openssl').length > 0)(
  'the proxy spreads requests over the nodes of a service, asks another one for a missing file, does without one that is gone, and says so without any',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ignite-proxy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [one, two, chat, assistant] = await Promise.all(['one', 'two', 'chat', 'assistant'].map(startNode))
    const ports = { product: await freePort(), chat: await freePort() }
    const proxy = await startProxy(folder, ports, makeCertificate(folder), {
      product: [one!.url, two!.url],
      chat: [chat!.url],
      assistant: [assistant!.url],
    })
    onTestFinished(() => proxy.close())
    // A connection of its own for each: on a used one, the proxy may still send a request to the node that was there.
    const ask = async (port: number, path = '/') =>
      (await fetch(`https://localhost:${port}${path}`, { headers: { connection: 'close' } })).text()
    const several = async () => Promise.all(Array.from({ length: 10 }, () => ask(ports.product)))
    expect(new Set(await several())).toEqual(new Set(['one', 'two']))
    expect(await ask(ports.product, '/ai/chats')).toBe('assistant')
    expect(await ask(ports.chat)).toBe('chat')
    const file = () => ask(ports.product, '/assets/two.js')
    expect(new Set(await Promise.all(Array.from({ length: 10 }, file)))).toEqual(new Set(['two']))
    await one!.close()
    expect(new Set(await several())).toEqual(new Set(['two']))
    await two!.close()
    expect(await ask(ports.product)).toContain('Ignite will be right back')
  },
)
