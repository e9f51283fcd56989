import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { type LedgerFinding, unfinishedCheck } from '#shared/api/admin.ts'
import { checkLedger } from './check.ts'
import { checkProvider } from './check-provider.ts'

/**
 * Everything that is wrong with the money: inside the ledger, and between it and the provider. Looks at the
 * provider twice, since a payment in progress reaches the provider before our rows.
 */
export async function checkMoney(databaseUrl: string, stripe: Stripe): Promise<LedgerFinding[]> {
  // Its statements read whole tables, which takes longer than a request may wait once an installation has grown.
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }, { statementMs: 0 }))
  try {
    const inside = await checkLedger(db)
    const between = await checkProvider(db, stripe)
    if (between.length === 0) return inside
    const still = new Set((await checkProvider(db, stripe)).map(nameOf))
    return [...inside, ...between.filter(finding => still.has(nameOf(finding)))]
  } finally {
    await db.destroy()
  }
}

/** The last check and what it found. */
export async function lastCheck(
  db: Database,
): Promise<{ at: Temporal.Instant; findings: LedgerFinding[] } | undefined> {
  const check = await db
    .selectFrom('ledger_checks')
    .select(['at', 'findings'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return check && { at: check.at, findings: check.findings as LedgerFinding[] }
}

/** Stores what a check found, for the operators. */
export async function keepCheck(
  db: Database,
  at: Temporal.Instant,
  findings: LedgerFinding[],
): Promise<void> {
  await db
    .insertInto('ledger_checks')
    .values({ at, findings: JSON.stringify(findings) })
    .execute()
}

/** Checks the money once a day; a person handles what it finds, and it changes nothing. */
export function defineLedgerCheck(deps: Deps): void {
  deps.jobs.define('check-ledger', {
    every: '20 9 * * *',
    // It calls the provider for each payout account, one after the other.
    long: true,
    async run() {
      const findings = await checkMoney(deps.config.databaseUrl, deps.stripe)
      await keepAndTell(deps, findings, { findings: findings.length })
      if (findings.length > 0) deps.log.error({ findings: findings.slice(0, 20) }, 'the money doesn’t add up')
    },
    // The last check that ended well must not go on saying that all is well.
    async onFailed() {
      const last = await lastCheck(deps.db)
      const found = last?.findings.filter(({ kind }) => kind !== unfinishedCheck) ?? []
      const text = 'The check couldn’t be finished; the server’s log says why.'
      await keepAndTell(deps, [{ kind: unfinishedCheck, subject: 'ledger', text }, ...found], {
        unfinished: true,
      })
    },
  })
}

/** Stores what a check found, and mails the operators if it is anything (support/money-mail.ts). */
async function keepAndTell(
  { db, now, jobs }: Deps,
  findings: LedgerFinding[],
  waiting: { findings: number } | { unfinished: true },
): Promise<void> {
  const at = now()
  await db.transaction().execute(async trx => {
    await keepCheck(trx, at, findings)
    const key = `ledger-${at.epochMilliseconds}`
    if (findings.length > 0) await jobs.enqueue(trx, 'money-mail', key, { key, waiting })
  })
}

const nameOf = ({ kind, subject, text }: LedgerFinding) => `${kind} ${subject} ${text}`
