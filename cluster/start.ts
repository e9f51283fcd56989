import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { mountIdentity } from '../local/identity/identity.ts'
import { freePort } from '../local/ports.ts'
import { people } from '../local/seed/people.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { type KillableStack, killableStackOn, type Node } from '../test/harness/killable.ts'
import { startRedis, type TestRedis } from '../test/harness/redis.ts'
import { startS3 } from '../test/harness/s3.ts'
import { makeCertificate } from './certificate.ts'
import { type Databases, startDatabases } from './databases.ts'
import type { Previous } from './previous.ts'
import { startDatabaseProxy, startProxy } from './proxy.ts'

export type Cluster = {
  /** What people open. */
  url: string
  chatUrl: string
  nodes: { product: Node[]; chat: Node[]; assistant: Node[] }
  databases: Databases
  redis: TestRedis
  stack: KillableStack
  close(): Promise<void>
}

/**
 * Two nodes of the product, two of the chat and one of the assistant behind HAProxy, with a PostgreSQL and its standby, a Redis and an
 * S3-compatible store: each a process of this machine, on free ports. The stand-ins for the outside world run in this process. With a
 * previous version, the nodes are of that version, and so are the tables.
 */
export async function startCluster(previous?: Previous): Promise<Cluster> {
  const started = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'ignite-cluster-'))
    started.defer(() => rm(folder, { recursive: true, force: true }))
    const databases = await startDatabases(folder)
    started.defer(() => databases.close())
    const databaseUrl = new URL(databases.urls[0]!)
    databaseUrl.port = String(await freePort())
    const databaseProxy = await startDatabaseProxy(folder, Number(databaseUrl.port), databases.urls)
    started.defer(() => databaseProxy.close())
    await (previous ?? { makeTemplate }).makeTemplate(databaseUrl.href)
    const redis = await startRedis()
    started.defer(() => redis.close())
    const store = await startS3()
    started.defer(() => store.close())
    const ports = { product: await freePort(), chat: await freePort() }
    const certificate = makeCertificate(folder)
    const url = `https://localhost:${ports.product}`
    const chatUrl = `https://localhost:${ports.chat}`
    const identity = await startIdentity(url)
    started.defer(() => identity.close())
    const stack = await killableStackOn(databaseUrl.href, {
      publicUrl: url,
      env: {
        ...identity.env,
        CHAT_URL: chatUrl,
        TRUST_PROXY: '1',
        REDIS_URL: redis.url,
        ...store.env,
      },
    })
    started.defer(() => stack.close())
    const some = (service: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => stack.another({ SERVICES: service })))
    const nodes = {
      product: await some('product', 2),
      chat: await some('chat', 2),
      assistant: await some('assistant', 1),
    }
    await Promise.all(Object.values(nodes).flatMap(same => same.map(node => node.start(previous?.root))))
    const addresses = (same: Node[]) => same.map(node => node.url)
    const proxy = await startProxy(folder, ports, certificate, {
      product: addresses(nodes.product),
      chat: addresses(nodes.chat),
      assistant: addresses(nodes.assistant),
    })
    started.defer(() => proxy.close())
    return { url, chatUrl, nodes, databases, redis, stack, close: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startIdentity(productUrl: string) {
  const port = await freePort()
  const identity = mountIdentity({ publicUrl: `http://localhost:${port}`, productUrl, people })
  const app = Fastify()
  await identity.mount(app)
  await app.listen({ host: '127.0.0.1', port })
  return { env: identity.env, close: () => app.close() }
}
