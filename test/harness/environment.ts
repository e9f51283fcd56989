import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { checkLedger } from '#server/product/ledger/check.ts'
import { payments as calls } from '#shared/api/payments.ts'
import { mountIdentity } from '../../local/identity/identity.ts'
import { startMail } from '../../local/mail/mail.ts'
import { mountPayments } from '../../local/payments/payments.ts'
import { runnerOf } from '../../local/postgres/runner.ts'
import { cloneDatabase, dropDatabase } from './databases.ts'
import { leastSettings } from './settings.ts'

/** What the product needs to run in tests: a database and a folder of its own, and stand-ins for outside services. */
export type Environment = {
  /** The database, as its owner. */
  db: Database
  databaseUrl: string
  folder: string
  /** The product's settings, except for its port. */
  settings: Record<string, string> & { SECRET: string; STORAGE_DIR: string }
  /** Serves the stand-ins. */
  mount(app: FastifyInstance): Promise<void>
  /** Comes after the servers and the stand-ins have closed. */
  close(): Promise<void>
}

/**
 * `url` is the product's public address, `outsideUrl` that of the stand-ins, and `now` the payment provider's clock.
 * `env` overrides settings.
 */
export async function openEnvironment(
  postgresUrl: string,
  {
    url,
    outsideUrl,
    now,
    env,
  }: { url: string; outsideUrl: string; now: () => Temporal.Instant; env: Record<string, string> },
): Promise<Environment> {
  const databaseUrl = await cloneDatabase(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'ignite-stack-'))
  const mail = await startMail({ dataDir: folder, now: Temporal.Now.instant })
  const identity = mountIdentity({ publicUrl: outsideUrl, productUrl: env.PUBLIC_URL ?? url, people: [] })
  const payments = mountPayments({
    publicUrl: outsideUrl,
    webhookUrl: `${url}${calls.webhook.path}`,
    webhookSecret: 'whsec_for_tests',
    now,
  })
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 4 }))
  return {
    db,
    databaseUrl,
    folder,
    settings: {
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      SECRET: leastSettings.SECRET,
      DATABASE_URL: runnerOf(databaseUrl),
      DATABASE_OWNER_URL: databaseUrl,
      STORAGE_DIR: join(folder, 'storage'),
      SMTP_URL: mail.smtpUrl,
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '1000000',
      OPERATOR_EMAILS: 'opal.operator@example.edu',
      PUSH_HOSTS: '127.0.0.1,push.example',
      // A client built somewhere else than `npm test` builds it.
      ...(process.env.WEB_DIR && { WEB_DIR: process.env.WEB_DIR }),
      ...identity.env,
      ...payments.env,
      ...env,
    },
    async mount(app) {
      await identity.mount(app)
      await mail.mount(app)
      await payments.mount(app)
    },
    async close() {
      const findings = await checkLedger(db)
      await mail.close()
      await db.destroy()
      await dropDatabase(databaseUrl)
      await rm(folder, { recursive: true, force: true })
      // Security L-1: after every test, the ledger adds up. K-1: also after a test that killed the server.
      if (findings.length > 0) throw new Error(`The ledger doesn’t add up: ${JSON.stringify(findings)}`)
    },
  }
}
