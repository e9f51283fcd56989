import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { createSemaphore } from '#server/platform/sandbox/semaphore.ts'
import { checkLedger } from '#server/product/ledger/check.ts'
import { mountIdentity } from '../../local/identity/identity.ts'
import { startMail } from '../../local/mail/mail.ts'
import { mountPayments } from '../../local/payments/payments.ts'
import { freePort } from '../../local/ports.ts'
import { runnerOf } from '../../local/postgres/runner.ts'
import { createClock, type TestClock } from './clock.ts'
import { cloneDatabase, dropDatabase } from './databases.ts'
import { jobsUnderWay, tryAgainNow } from './jobs.ts'
import { loginAnew } from './made-login.ts'
import { Person } from './person.ts'

export type Stack = {
  url: string
  /** The server's database as its owner, for oracles and for arranging what no call can. */
  db: Database
  databaseUrl: string
  clock: TestClock
  storageDir: string
  visitor(): Person
  /** Signs a person in as `NAME@example.edu`, anew at each call: at the provider the first time. Unless a `newcomer`, they have seen the welcome. */
  signIn(name: string, options?: { newcomer?: boolean }): Promise<Person>
  /**
   * Starts another server on the same database, clock and provider; answers its address. Closed with the stack. People know it
   * by that address, or by the PUBLIC_URL that `env` gives the stack or it.
   */
  startSecond(env?: Record<string, string>): Promise<string>
  /** Ends the server and starts it again at the same address. */
  restart(): Promise<void>
  /** Resolves when no background job waits or runs. What failed is tried again without its pause. */
  jobsDone(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the real product on a fresh database, with the local stand-ins for the outside world, wired as `npm start`
 * wires it. `env` overrides settings.
 */
export async function startStackOn(postgresUrl: string, env: Record<string, string> = {}): Promise<Stack> {
  const databaseUrl = await cloneDatabase(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'ignite-stack-'))
  const storageDir = join(folder, 'storage')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const clock = createClock()
  const mail = await startMail({ dataDir: folder })
  const { mount: mountPeople, env: identityEnv } = mountIdentity({
    publicUrl: url,
    productUrl: env.PUBLIC_URL,
    people: [],
  })
  const payments = mountPayments({
    publicUrl: url,
    webhookUrl: `${url}/api/stripe/webhook`,
    webhookSecret: 'whsec_for_tests',
    now: clock.now,
  })
  const settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: 'a secret for tests that is long enough',
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    STORAGE_DIR: storageDir,
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
    OPERATOR_EMAILS: 'opal.operator@example.edu',
    // A client built elsewhere than where `npm test` builds it.
    WEB_DIR: process.env.WEB_DIR,
    ...identityEnv,
    ...payments.env,
    ...env,
  }
  const config = loadConfig(settings)
  // Whoever waits five seconds for the provider isn't signed in, which the last of sixty at once do on a busy machine.
  const signIns = createSemaphore(4, Number.POSITIVE_INFINITY)
  const servers: RunningServer[] = []
  const start = () =>
    startServer(config, {
      now: clock.now,
      async mount(app) {
        await mountPeople(app)
        await mail.mount(app)
        await payments.mount(app)
      },
    })
  let server = await start()
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  return {
    url,
    db,
    databaseUrl,
    clock,
    storageDir,
    visitor: () => new Person(url),
    async signIn(name, { newcomer = false } = {}) {
      const person = new Person(url)
      const email = `${name}@example.edu`
      const { secret, publicUrl } = config
      if (!newcomer && (await loginAnew(db, person, { email, now: clock.now(), secret, publicUrl })))
        return person
      const leave = await signIns.enter()
      try {
        const answer = await person.signIn(email)
        await answer.body?.cancel()
      } finally {
        leave()
      }
      if (!newcomer) {
        const now = clock.now()
        await db
          .updateTable('users')
          .set({ welcomed_at: now })
          .where('email', '=', email)
          .where('welcomed_at', 'is', null)
          .execute()
      }
      return person
    },
    async startSecond(more = {}) {
      const second = await freePort()
      const address = `http://127.0.0.1:${second}`
      const publicUrl = env.PUBLIC_URL ?? address
      const another = { ...settings, PORT: String(second), PUBLIC_URL: publicUrl, ...more }
      servers.push(await startServer(loadConfig(another), { now: clock.now }))
      return address
    },
    async restart() {
      await server.close()
      server = await start()
    },
    async jobsDone() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const deadline = Date.now() + 60_000
      const look = async () => {
        const underWay = await jobsUnderWay(db)
        if (underWay === 0) resolve()
        else if (Date.now() > deadline) reject(new Error(`${underWay} jobs are still under way`))
        else {
          await tryAgainNow(db)
          setTimeout(() => look().catch(reject), 15)
        }
      }
      await look()
      await promise
    },
    async close() {
      for (const one of [...servers, server]) await one.close()
      const findings = await checkLedger(db)
      await mail.close()
      await db.destroy()
      await dropDatabase(databaseUrl)
      await rm(folder, { recursive: true, force: true })
      // Security L-1: whatever a test has done, the books add up.
      if (findings.length > 0) throw new Error(`The ledger doesn’t add up: ${JSON.stringify(findings)}`)
    },
  }
}
