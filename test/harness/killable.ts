import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { checkLedger } from '#server/product/ledger/check.ts'
import { startMail } from '../../local/mail/mail.ts'
import { mountPayments } from '../../local/payments/payments.ts'
import { freePort } from '../../local/ports.ts'
import { runnerOf } from '../../local/postgres/runner.ts'
import { cloneDatabase } from './databases.ts'
import { clusterDatabaseUrl, openFront } from './front.ts'
import { madeLogin } from './made-login.ts'
import type { Person } from './person.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

const secret = 'a secret for tests that is long enough'

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
  { publicUrl, env: more }: { publicUrl?: string; env?: Record<string, string> } = {},
): Promise<KillableStack> {
  const databaseUrl = await cloneDatabase(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'ignite-killable-'))
  // Each takes seconds to start, so one runs at a time: another one takes the place of one that was killed.
  const front = await openFront(clusterDatabaseUrl ? 2 : 1)
  const url = publicUrl ?? front.url
  const port = await freePort()
  const outside = { url: `http://127.0.0.1:${port}` }
  const mail = await startMail({ dataDir: folder, now: Temporal.Now.instant })
  const payments = mountPayments({
    publicUrl: outside.url,
    webhookUrl: `${url}/api/stripe/webhook`,
    webhookSecret: 'whsec_for_tests',
    now: () => Temporal.Now.instant(),
  })
  const app = Fastify()
  await mail.mount(app)
  await payments.mount(app)
  await app.listen({ host: '127.0.0.1', port })
  const env = {
    PUBLIC_URL: url,
    SECRET: secret,
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    STORAGE_DIR: join(folder, 'storage'),
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'fatal',
    REQUESTS_PER_MINUTE: '1000000',
    GOOGLE_CLIENT_ID: 'nobody signs in there',
    GOOGLE_CLIENT_SECRET: 'nobody signs in there',
    ...payments.env,
    ...front.env,
    ...more,
  }
  // A test with a load balancer of its own adds the servers to it one by one.
  const own = publicUrl ? front.servers.slice(0, 1) : front.servers
  const servers = own.map(one => serverProcess(one, env))
  let turn = 0
  const others: ServerProcess[] = []
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 4 }))
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
      const other = serverProcess(address, { ...env, ...its })
      others.push(other)
      return { ...other, url: address }
    },
    signIn: name => madeLogin(db, url, secret, name),
    async messageIds() {
      const files = await readdir(join(folder, 'mail'))
      const mails = await Promise.all(files.map(file => readFile(join(folder, 'mail', file), 'utf8')))
      return mails.map(text => /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'none')
    },
    async close() {
      for (const one of [...servers, ...others]) await one.kill()
      await front.close()
      const findings = await checkLedger(db)
      await app.close()
      await mail.close()
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
      // Security K-1: however it was killed, the ledger adds up.
      if (findings.length > 0) throw new Error(`The ledger doesn’t add up: ${JSON.stringify(findings)}`)
    },
  }
}
