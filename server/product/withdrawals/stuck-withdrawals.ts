import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { StuckWithdrawal } from '#shared/api/admin.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { lostAccounts } from '../payouts/account.ts'
import { mailOfMoney } from '../support/money-mail.ts'

/** A step at the provider takes seconds, unless money is missing there for a while. A bank takes days. */
const stepHours = 24
const bankHours = 10 * 24

const shown = 100

/**
 * Withdrawals that have been in one state for longer than it should take, or whose end the provider doesn't
 * tell us, since their account was closed or disconnected.
 */
function stuck(db: Database, now: Temporal.Instant) {
  return db
    .selectFrom('withdrawals')
    .where('withdrawals.state', 'in', ['requested', 'sent', 'returning'])
    .where(({ eb, or, and }) =>
      or([
        eb('state_since', '<', now.subtract({ hours: bankHours })),
        and([
          eb('withdrawals.state', '<>', 'sent'),
          eb('state_since', '<', now.subtract({ hours: stepHours })),
        ]),
        and([eb('withdrawals.state', '=', 'sent'), isLost(db)]),
      ]),
    )
}

/** Whether the account of a withdrawal was closed or disconnected. */
function isLost(db: Database) {
  return sql<boolean>`account_id in (${lostAccounts(db)})`
}

/** Those that an operator has to look at, oldest first. One query. */
export async function stuckWithdrawals({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<StuckWithdrawal[]> {
  const rows = await stuck(db, now())
    .innerJoin('users', 'users.id', 'user_id')
    .select([
      'withdrawals.id',
      'name',
      'username',
      'amount_cents',
      'state',
      'state_since',
      'account_id',
      'transfer_id',
      'payout_id',
      'failure',
      isLost(db).as('account_lost'),
    ])
    .orderBy('withdrawals.created_at')
    .limit(sql.lit(shown))
    .execute()
  return rows.map(({ amount_cents, state, state_since, account_lost, ...row }) => ({
    ...row,
    amount: centsToDecimal(amount_cents),
    state: state as StuckWithdrawal['state'],
    since: isoTime(state_since),
    account_lost,
  }))
}

/** Mails the operators about each stuck withdrawal, once for each state in which it is stuck. */
export async function reportStuck(deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>): Promise<void> {
  const now = deps.now()
  await deps.db.transaction().execute(async trx => {
    const unreported = stuck(trx, now)
      .select('withdrawals.id')
      .where(({ eb, or, ref }) =>
        or([eb('reported_at', 'is', null), eb('reported_at', '<', ref('state_since'))]),
      )
      .orderBy('withdrawals.id')
      .limit(sql.lit(shown))
      .forUpdate()
      .skipLocked()
    const rows = await trx
      .updateTable('withdrawals')
      .set({ reported_at: now })
      .where('id', 'in', unreported)
      .returning(['id', 'state', isLost(trx).as('account_lost')])
      .execute()
    for (const { id, account_lost, ...row } of rows) {
      const state = row.state as StuckWithdrawal['state']
      const waiting = { withdrawalId: id, state, account_lost }
      await mailOfMoney(trx, deps, `withdrawal-${id}-${state}`, waiting)
    }
  })
}
