/**
 * `npm run ledger -- check`: proves that the money adds up, inside the ledger and against the payment
 * provider's own lists, for the Ignite that runs on the data folder, or the one that DATABASE_URL and
 * STRIPE_SECRET_KEY name. Exits with 1 if it doesn't.
 */

import { inspect } from 'node:util'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney, keepCheck } from '#server/product/ledger/jobs.ts'
import { FolderInUse, takeLock } from '../local/lock.ts'
import { localSecretKey } from '../local/payments/payments.ts'
import { runningPostgres } from '../local/postgres/running.ts'
import { dataFolder } from '../local/settings.ts'

if (process.argv[2] !== 'check' || process.argv.length > 3) fail('Usage: npm run ledger -- check')

const { databaseUrl, stripe } = whose()
const pool = openPool({ databaseUrl, databasePoolSize: 2 })
try {
  const db = openDatabase(pool)
  const findings = await checkMoney({ db, stripe: createStripe({ stripe }) })
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
} catch (error) {
  // The database’s and the provider’s errors have a code, and say enough; any other is a bug.
  const outside = error instanceof Error && error.message !== '' && 'code' in error
  fail(`The ledger wasn’t checked: ${outside ? error.message : inspect(error)}`)
} finally {
  await pool.end()
}

function whose() {
  const { DATABASE_URL, STRIPE_SECRET_KEY, STRIPE_API_URL } = process.env
  const dataDir = dataFolder(process.env)
  const databaseUrl = DATABASE_URL || runningPostgres(dataDir)
  if (STRIPE_SECRET_KEY) {
    const apiUrl = STRIPE_API_URL || 'https://api.stripe.com'
    return { databaseUrl, stripe: { secretKey: STRIPE_SECRET_KEY, apiUrl } }
  }
  return { databaseUrl, stripe: { secretKey: localSecretKey, apiUrl: addressOfRunning(dataDir) } }
}

/** The Ignite running on this machine, and its local payments. */
function addressOfRunning(dataDir: string): string {
  try {
    takeLock(dataDir).release()
  } catch (error) {
    if (error instanceof FolderInUse && error.address) return error.address
    throw error
  }
  return fail('Ignite isn’t running here: start it, or set DATABASE_URL and STRIPE_SECRET_KEY.')
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
