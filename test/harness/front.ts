import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../local/ports.ts'
import { outsideProgram } from './outside-program.ts'
import { startRedis } from './redis.ts'

/**
 * The database of `npm run cluster -- suites`. It runs tests on several servers each, where `npm test` has
 * one: they take turns at the requests, behind HAProxy, and share a Redis.
 */
export const clusterDatabaseUrl = process.env.CLUSTER_DATABASE_URL

export type Front = {
  /** What people open: the server itself if it is the only one. */
  url: string
  servers: string[]
  /** The settings that the servers need to be several. */
  env: Record<string, string>
  close(): Promise<void>
}

/** The addresses of so many servers, with HAProxy in front of them if they are several; none of them runs yet. */
export async function openFront(count: number): Promise<Front> {
  const servers: string[] = []
  while (servers.length < count) servers.push(`http://127.0.0.1:${await freePort()}`)
  if (count === 1) return { url: servers[0]!, servers, env: {}, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'ignite-front-'))
  const [redis, port] = [await startRedis(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, settings(port, servers))
  const proxy = await outsideProgram('haproxy', ['-db', '-f', file], { port })
  return {
    url: `http://127.0.0.1:${port}`,
    servers,
    env: { REDIS_URL: redis.url },
    async close() {
      await proxy.close()
      await redis.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The stand-ins for the outside world are at the first server. */
function settings(port: number, servers: string[]): string {
  const [first, ...others] = servers.map((url, n) => `  server server${n + 1} ${new URL(url).host}\n`)
  return `
defaults
  mode http
  # A server that is down takes no connection: nothing was sent yet, so another one may have it.
  option redispatch 1
  retries 3
  timeout connect 2s
  timeout client 150s
  timeout server 150s
  timeout tunnel 1h

frontend everyone
  bind 127.0.0.1:${port}
  use_backend outside if { path_beg /local/ /v1/ }
  default_backend servers

backend outside
${first}
backend servers
  balance roundrobin
${first}${others.join('')}`
}
