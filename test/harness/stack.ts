import { type Config, loadConfig } from '#server/config/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import type { Inspector } from '#server/product/files/inspection/inspector.ts'
import { profiles } from '#shared/api/profiles.ts'
import { freePort } from '../../local/ports.ts'
import { createClock, type TestClock } from './clock.ts'
import { openEnvironment } from './environment.ts'
import { clusterDatabaseUrl, openFront } from './front.ts'
import { jobsDone } from './jobs.ts'
import { loginAnew } from './made-login.ts'
import { Person } from './person.ts'
import { signInSurely } from './sign-in.ts'
import { untilFree } from './until-free.ts'

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
  // With two, the same one would always get the first of the calls that tests make in pairs.
  const front = await openFront(clusterDatabaseUrl ? 3 : 1)
  const { url } = front
  const clock = createClock()
  const environment = await openEnvironment(postgresUrl, {
    url,
    outsideUrl: front.servers[0]!,
    now: clock.now,
    // Test files that run at once share one PostgreSQL.
    env: { DATABASE_POOL_SIZE: '8', ...front.env, ...env },
  })
  const { db, databaseUrl, settings } = environment
  const configs = front.servers.map(one => loadConfig({ ...settings, PORT: new URL(one).port }))
  const config = configs[0]!
  const options = { now: clock.now, ...(inspector && { inspector }) }
  const others: RunningServer[] = []
  const start = async () => {
    const running: RunningServer[] = []
    // One after the other: together they would keep this process so busy that connections time out.
    for (const one of configs) {
      const mount = one === config ? environment.mount : undefined
      running.push(await startServer(one, { ...options, ...(mount && { mount }) }))
    }
    return running
  }
  let servers = await start().catch(async error => {
    await front.close()
    throw error
  })
  return {
    url,
    db,
    databaseUrl,
    clock,
    storageDir: settings.STORAGE_DIR,
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
      await environment.close()
    },
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
      await signInSurely(person, email)
    } finally {
      leave()
    }
    if (!newcomer) await untilFree(() => person.call(profiles.welcome))
    return person
  }
}
