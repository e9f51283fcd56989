import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, loadConfig } from '#server/config/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import type { Inspector } from '#server/product/files/inspection/inspector.ts'
import { checkLedger } from '#server/product/ledger/check.ts'
import { profiles } from '#shared/api/profiles.ts'
import { mountIdentity } from '../../local/identity/identity.ts'
import { startMail } from '../../local/mail/mail.ts'
import { mountPayments } from '../../local/payments/payments.ts'
import { freePort } from '../../local/ports.ts'
import { runnerOf } from '../../local/postgres/runner.ts'
import { createClock, type TestClock } from './clock.ts'
import { cloneDatabase, dropDatabase } from './databases.ts'
import { clusterDatabaseUrl, type Front, openFront } from './front.ts'
import { jobsDone } from './jobs.ts'
import { loginAnew } from './made-login.ts'
import { Person } from './person.ts'

export type Stack = {
  url: string
  /** The server's database as its owner, for checks and for setups that no call can make. */
  db: Database
  databaseUrl: string
  clock: TestClock
  storageDir: string
  visitor(): Person
  /**
   * Signs a person in as `NAME@example.edu`, again at each call: at the provider the first time. Unless a
   * `newcomer`, they have seen the welcome.
   */
  signIn(name: string, options?: { newcomer?: boolean }): Promise<Person>
  /**
   * Starts another server on the same database, clock and provider; returns its address. Closes with the
   * stack. Its public address is that one, or the PUBLIC_URL from the stack's or its own `env`.
   */
  startSecond(env?: Record<string, string>): Promise<string>
  /** Stops the server and starts it again at the same address; `meanwhile` runs in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Resolves when no background job waits or runs. Failed ones are retried without a pause. */
  jobsDone(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the real product on a new database, with the local stand-ins for outside services, wired as `npm
 * start` wires them. `env` overrides settings; `inspector` is one that several stacks share.
 */
export async function startStackOn(
  postgresUrl: string,
  env: Record<string, string> = {},
  inspector?: Inspector,
): Promise<Stack> {
  const databaseUrl = await cloneDatabase(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'ignite-stack-'))
  const storageDir = join(folder, 'storage')
  // With two, the same one would always get the first of the calls that tests make in pairs.
  const front = await openFront(clusterDatabaseUrl ? 3 : 1)
  const { url } = front
  const clock = createClock()
  const outside = await openOutside(front, folder, clock, env)
  const settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    SECRET: 'a secret for tests that is long enough',
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    STORAGE_DIR: storageDir,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
    OPERATOR_EMAILS: 'opal.operator@example.edu',
    PUSH_HOSTS: '127.0.0.1,push.example',
    // A client built somewhere else than `npm test` builds it.
    WEB_DIR: process.env.WEB_DIR,
    ...front.env,
    ...outside.env,
    ...env,
  }
  const configs = front.servers.map(one => loadConfig({ ...settings, PORT: new URL(one).port }))
  const config = configs[0]!
  const options = { now: clock.now, ...(inspector && { inspector }) }
  const others: RunningServer[] = []
  const start = async () => {
    const running: RunningServer[] = []
    // One after the other: together they would keep this process so busy that connections time out.
    for (const one of configs) {
      const mount = one === config ? outside.mount : undefined
      running.push(await startServer(one, { ...options, ...(mount && { mount }) }))
    }
    return running
  }
  let servers = await start().catch(async error => {
    await front.close()
    throw error
  })
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  return {
    url,
    db,
    databaseUrl,
    clock,
    storageDir,
    visitor: () => new Person(url),
    signIn: openSignIn(db, config, url, clock),
    async startSecond(more = {}) {
      const second = await freePort()
      const address = `http://127.0.0.1:${second}`
      const publicUrl = env.PUBLIC_URL ?? address
      const another = { ...settings, PORT: String(second), PUBLIC_URL: publicUrl, ...more }
      others.push(await startServer(loadConfig(another), options))
      return address
    },
    async restart(meanwhile) {
      await Promise.all(servers.map(server => server.close()))
      await meanwhile?.()
      servers = await start()
    },
    jobsDone: () => jobsDone(db),
    async close() {
      for (const one of [...others, ...servers]) await one.close()
      await front.close()
      const findings = await checkLedger(db)
      await outside.close()
      await db.destroy()
      await dropDatabase(databaseUrl)
      await rm(folder, { recursive: true, force: true })
      // Security L-1: after every test, the ledger adds up.
      if (findings.length > 0) throw new Error(`The ledger doesn’t add up: ${JSON.stringify(findings)}`)
    },
  }
}

/** The stand-ins for identity, mail and payments, and the settings that lead to them. */
async function openOutside(
  { url, servers }: Front,
  folder: string,
  clock: TestClock,
  env: Record<string, string>,
) {
  const mail = await startMail({ dataDir: folder, now: Temporal.Now.instant })
  const publicUrl = servers[0]!
  const identity = mountIdentity({ publicUrl, productUrl: env.PUBLIC_URL ?? url, people: [] })
  const payments = mountPayments({
    publicUrl,
    webhookUrl: `${url}/api/stripe/webhook`,
    webhookSecret: 'whsec_for_tests',
    now: clock.now,
  })
  return {
    env: { SMTP_URL: mail.smtpUrl, ...identity.env, ...payments.env },
    async mount(app: FastifyInstance) {
      await identity.mount(app)
      await mail.mount(app)
      await payments.mount(app)
    },
    close: () => mail.close(),
  }
}

function openSignIn(db: Database, config: Config, url: string, { now }: TestClock): Stack['signIn'] {
  // A sign-in times out after five seconds of waiting for the provider, which happens to the last of sixty at
  // once on a busy machine.
  const atProvider = createSemaphore(4, Number.POSITIVE_INFINITY)
  return async (name, { newcomer = false } = {}) => {
    const person = new Person(url)
    const email = `${name}@example.edu`
    const { secret, publicUrl } = config
    if (!newcomer && (await loginAnew(db, person, { email, now: now(), secret, publicUrl }))) return person
    const leave = await atProvider.enter()
    try {
      // Even so, a busy machine may be slower than the product waits. It then offers to try again.
      for (let tries = 1; ; tries++) {
        const { status, url: reached, body } = await person.signIn(email)
        await body?.cancel()
        if ([...person.cookies.keys()].some(name => name.endsWith('.session_token'))) break
        const error = new URL(reached).searchParams.get('error') ?? ''
        if (!['provider_away', 'failed'].includes(error) || tries === 3)
          throw new Error(`${email} can’t sign in: ${reached} answers ${status}`)
      }
    } finally {
      leave()
    }
    if (!newcomer) await person.call(profiles.welcome)
    return person
  }
}
