import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { Database } from '#server/platform/db/database.ts'
import { freePort } from '../../local/ports.ts'
import { openEnvironment } from './environment.ts'
import { clusterDatabaseUrl, openFront } from './front.ts'
import { madeLogin } from './made-login.ts'
import type { Person } from './person.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

export type Node = ServerProcess & { url: string }

export type KillableStack = {
  /** Its public address. */
  url: string
  databaseUrl: string
  db: Database
  /** The address of the stand-ins, which keep running when the server dies. */
  outside: { url: string }
  signIn(name: string): Promise<Person>
  /** The Message-ID of every mail that came, as often as it came. */
  messageIds(): Promise<string[]>
  start(): Promise<void>
  kill(): Promise<void>
  /**
   * The address of the server that is started and killed, and another one beside it, with settings of its own,
   * which isn't started either.
   */
  server: { url: string }
  another(env?: Record<string, string>): Promise<Node>
  close(): Promise<void>
}

/**
 * The product as a process that can be killed, on a new database, with the payment provider and the mail
 * server separate on their own port. Not started yet. `publicUrl` is the address of a balancer in front of
 * it; `env` overrides settings.
 */
export async function killableStackOn(
  postgresUrl: string,
  { publicUrl, env }: { publicUrl?: string; env?: Record<string, string> } = {},
): Promise<KillableStack> {
  // Each takes seconds to start, so one runs at a time: another one takes the place of one that was killed.
  const front = await openFront(clusterDatabaseUrl ? 2 : 1)
  const url = publicUrl ?? front.url
  const port = await freePort()
  const outside = { url: `http://127.0.0.1:${port}` }
  const environment = await openEnvironment(postgresUrl, {
    url,
    outsideUrl: outside.url,
    now: () => Temporal.Now.instant(),
    env: { ...front.env, ...env },
  })
  const { db, databaseUrl, folder, settings } = environment
  const app = Fastify()
  await environment.mount(app)
  await app.listen({ host: '127.0.0.1', port })
  // A test with a load balancer of its own adds the servers to it one by one.
  const own = publicUrl ? front.servers.slice(0, 1) : front.servers
  const servers = own.map(one => serverProcess(one, settings))
  let turn = 0
  const others: ServerProcess[] = []
  return {
    url,
    databaseUrl,
    db,
    outside,
    start: () => servers[turn++ % servers.length]!.start(),
    kill: async () => void (await Promise.all(servers.map(server => server.kill()))),
    server: { url: front.servers[0]! },
    async another(its = {}) {
      const address = `http://127.0.0.1:${await freePort()}`
      const other = serverProcess(address, { ...settings, ...its })
      others.push(other)
      return { ...other, url: address }
    },
    signIn: name => madeLogin(db, url, settings.SECRET, name),
    async messageIds() {
      const files = await readdir(join(folder, 'mail'))
      const mails = await Promise.all(files.map(file => readFile(join(folder, 'mail', file), 'utf8')))
      return mails.map(text => /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'none')
    },
    async close() {
      for (const one of [...servers, ...others]) await one.kill()
      await front.close()
      await app.close()
      await environment.close()
    },
  }
}
