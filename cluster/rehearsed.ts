import { join } from 'node:path'
import Fastify from 'fastify'
import { mountIdentity } from '../local/identity/identity.ts'
import { operator } from '../local/identity/people.ts'
import { startMail } from '../local/mail/mail.ts'
import { openProduct, type Product } from '../local/npm-start.ts'
import { localWebhookSecret, mountPayments } from '../local/payments/payments.ts'
import { freePort } from '../local/ports.ts'
import { runnerOf } from '../local/postgres/runner.ts'
import { openFront } from '../test/harness/front.ts'
import { serverProcess } from '../test/harness/server-process.ts'
import { startDatabases } from './databases.ts'

/**
 * Ignite as `npm start` starts it, and two more servers that take turns with it behind HAProxy. They share a
 * Redis, and a PostgreSQL with a standby. All run with the clock of `env`, also the mailbox, by `now`.
 */
export async function openRehearsedCluster(
  started: AsyncDisposableStack,
  folder: string,
  { env, now }: { env: Record<string, string>; now: () => Temporal.Instant },
): Promise<Product> {
  // What this process starts inherits its environment.
  Object.assign(process.env, env)
  const databases = await startDatabases(folder, false)
  started.defer(() => databases.close())
  const databaseUrl = databases.urls[0]!
  const front = await openFront(3)
  started.defer(() => front.close())
  const mail = await startMail({ dataDir: folder, now })
  started.defer(() => mail.close())
  const app = Fastify()
  await mail.mount(app)
  const mailUrl = `http://127.0.0.1:${await freePort()}`
  await app.listen({ host: '127.0.0.1', port: Number(new URL(mailUrl).port) })
  started.defer(() => app.close())

  const dataDir = join(folder, 'data')
  const publicUrl = front.url
  const shared = {
    ...env,
    ...front.env,
    PUBLIC_URL: publicUrl,
    SECRET: 'a secret for the rehearsal that is long enough',
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    STORAGE_DIR: join(dataDir, 'storage'),
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'warn',
  }
  const [first, ...others] = front.servers
  const own = { ...shared, PORT: new URL(first!).port, SEED: 'on' }
  // It fills in the demo world alone, and the proxy would also send it to the others.
  const alone = await openProduct(dataDir, { ...own, PUBLIC_URL: first! })
  await alone.start()
  await alone.stop()
  const product = await openProduct(dataDir, own)
  const identity = mountIdentity({ publicUrl, people: [] })
  const payments = mountPayments({ publicUrl, webhookUrl: '', webhookSecret: localWebhookSecret, now })
  const settings = { ...shared, OPERATOR_EMAILS: operator.email, ...identity.env, ...payments.env }
  const nodes = others.map(url => serverProcess(url, settings))

  const parts = [product, ...nodes]
  const up = new Set<(typeof parts)[number]>()
  return {
    ...product,
    url: publicUrl,
    mailUrl,
    async start() {
      for (const part of parts.filter(part => !up.has(part))) {
        await part.start()
        up.add(part)
      }
    },
    async stop() {
      // The first one has the stand-ins, which the others may still call.
      for (const part of parts.toReversed()) if (up.delete(part)) await part.stop()
    },
    /** One of the others: people go on with the rest. */
    async kill() {
      up.delete(nodes[0]!)
      await nodes[0]!.kill()
    },
  }
}
