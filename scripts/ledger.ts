/**
 * `npm run ledger -- check`: proves that the money adds up, inside the ledger and against the payment
 * provider's own lists, for the Ignite that runs on the data folder, or the one that DATABASE_URL and
 * STRIPE_SECRET_KEY name. Exits with 1 if it doesn't.
 *
 * `npm run ledger -- book TRANSFER`: books a transfer that only the payment provider has, after a restore.
 */

import { inspect } from 'node:util'
import type Stripe from 'stripe'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { toMicrosecond } from '#server/platform/db/instants.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney, keepCheck } from '#server/product/ledger/jobs.ts'
import { bookTransfer } from '#server/product/withdrawals/book-transfer.ts'
import { FolderInUse, takeLock } from '../local/lock.ts'
import { localSecretKey } from '../local/payments/payments.ts'
import { runningPostgres } from '../local/postgres/running.ts'
import { dataFolder } from '../local/settings.ts'

const [command, transferId, ...more] = process.argv.slice(2)
const asked = command === 'check' ? !transferId : command === 'book' && transferId && more.length === 0
if (!asked) fail('Usage: npm run ledger -- check, or npm run ledger -- book TRANSFER')

const { databaseUrl, stripe } = whose()
const pool = openPool({ databaseUrl, databasePoolSize: 2 })
try {
  const db = openDatabase(pool)
  const provider = createStripe({ stripe })
  if (transferId) await book(db, provider, transferId)
  else await check(db, provider)
} catch (error) {
  // The database’s and the provider’s errors have a code, and say enough; any other is a bug.
  const outside = error instanceof Error && error.message !== '' && 'code' in error
  fail(`It failed: ${outside ? error.message : inspect(error)}`)
} finally {
  await pool.end()
}

async function book(db: Database, provider: Stripe, transfer: string): Promise<void> {
  const now = () => toMicrosecond(Temporal.Now.instant())
  const refusal = await bookTransfer({ db, stripe: provider, now }, transfer)
  process.stdout.write(`${transfer}: ${refusal ?? 'It’s booked.'}\n`)
  process.exitCode = refusal === null ? 0 : 1
}

async function check(db: Database, provider: Stripe): Promise<void> {
  const findings = await checkMoney(databaseUrl, provider)
  await keepCheck(db, Temporal.Now.instant(), findings)
  for (const { kind, subject, text } of findings) process.stdout.write(`${kind} ${subject}: ${text}\n`)
  const { transactions } = await db
    .selectFrom('ledger_transactions')
    .select(({ fn }) => fn.countAll<string>().as('transactions'))
    .executeTakeFirstOrThrow()
  process.stdout.write(
    findings.length === 0
      ? `The ledger check holds: ${transactions} transactions, and the provider’s lists agree.\n`
      : `${findings.length} findings.\n`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

function whose() {
  const { DATABASE_URL, STRIPE_SECRET_KEY, STRIPE_API_URL } = process.env
  const dataDir = dataFolder(process.env)
  // First: it says what is missing if neither runs here.
  const stripe = STRIPE_SECRET_KEY
    ? { secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL || 'https://api.stripe.com' }
    : { secretKey: localSecretKey, apiUrl: addressOfRunning(dataDir) }
  return { databaseUrl: DATABASE_URL || databaseOfRunning(dataDir), stripe }
}

function databaseOfRunning(dataDir: string): string {
  try {
    return runningPostgres(dataDir)
  } catch (error) {
    return fail((error as Error).message)
  }
}

/** The Ignite running on this machine, and its local payments. */
function addressOfRunning(dataDir: string): string {
  try {
    takeLock(dataDir).release()
  } catch (error) {
    if (error instanceof FolderInUse) return error.address ?? fail(error.message)
    throw error
  }
  return fail('Ignite isn’t running here: start it, or set DATABASE_URL and STRIPE_SECRET_KEY.')
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
