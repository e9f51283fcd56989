import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { post } from '../ledger/post.ts'
import { reversed, transferred, withdrawalReturned } from '../ledger/postings.ts'
import { lostAccounts } from '../payouts/account.ts'
import { tellOfReturn } from '../payouts/payout-alerts.ts'
import { applyPayout } from './apply-payout.ts'
import { payOut, reverse, transfer, transferFor } from './at-provider.ts'
import { refusalInWords } from './failure-words.ts'
import {
  changeWithdrawal,
  findWithdrawal,
  lockWithdrawal,
  sendWithdrawalLater,
  type Withdrawal,
  withdrawalJob,
  withdrawalMoneyOf,
} from './withdrawal.ts'

const resumedAtOnce = 200
/** A payout takes days; after that we ask about it, in case no event came. */
const payoutHours = 24
/** How long a job may still be sending what it took up before its person was suspended: one attempt of a job. */
const underWayMinutes = 15

/** Defines how withdrawals reach the provider. */
export function defineWithdrawals(deps: Deps): void {
  deps.jobs.define<{ withdrawalId: string }>(withdrawalJob, {
    // Each step has its own key at the provider, and is saved under its withdrawal's lock.
    sideBySide: true,
    run: ({ withdrawalId }) => sendWithdrawal(deps, withdrawalId),
  })
}

/** Resumes withdrawals that have stalled for a while, and asks about payouts without news. */
export async function resumeWithdrawals(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  before: Temporal.Instant,
): Promise<void> {
  const longAgo = deps.now().subtract({ hours: payoutHours })
  const underWay = deps.db.selectFrom('withdrawals').select('id')
  const stalled = underWay.where('state', 'in', ['requested', 'returning']).where('created_at', '<', before)
  const unheard = underWay
    .where('state', '=', 'sent')
    .where('created_at', '<', longAgo)
    .where('account_id', 'not in', lostAccounts(deps.db))
  // A payout takes days, so there may be many. Each kind has its own limit, and chance gives each withdrawal
  // a turn.
  for (const waiting of [stalled, unheard]) {
    const some = await waiting.orderBy(sql`random()`).limit(sql.lit(resumedAtOnce)).execute()
    for (const { id } of some) await sendWithdrawalLater(deps.db, deps, id)
  }
}

/**
 * Takes a withdrawal as far as it can go now. Each step is made at the provider first, under its own key, and
 * then saved with its entries; after a crash it repeats the same step, so that money moves once.
 */
async function sendWithdrawal(deps: Deps, id: string): Promise<void> {
  // A new payout has no news yet.
  let asked = false
  for (;;) {
    const withdrawal = await findWithdrawal(deps.db, id)
    if (withdrawal?.state === 'requested' && !withdrawal.transfer_id) {
      if (await isHeldBack(deps, withdrawal)) return
      await sendTransfer(deps, withdrawal)
    } else if (withdrawal?.state === 'requested') {
      await sendPayout(deps, withdrawal)
      asked = true
    } else if (withdrawal?.state === 'returning') await takeBack(deps, withdrawal)
    else if (withdrawal?.state === 'sent' && !asked) {
      await applyPayout(deps, withdrawal.account_id, withdrawal.payout_id!)
      asked = true
    } else return
  }
}

/**
 * Whether a withdrawal isn't sent because its person is suspended. It goes back into the wallet, as soon as it is certain that no
 * transfer was made, and that none will be.
 */
async function isHeldBack(deps: Deps, withdrawal: Withdrawal): Promise<boolean> {
  const { suspended_at: since } = await deps.db
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', withdrawal.user_id)
    .executeTakeFirstOrThrow()
  if (!since) return false
  if (Temporal.Instant.compare(deps.now(), since.add({ minutes: underWayMinutes })) < 0) return true
  if (await transferFor(deps.stripe, withdrawal)) return false
  await deps.db.transaction().execute(async trx => {
    const { state, transfer_id } = await lockWithdrawal(trx, withdrawal.id)
    if (state !== 'requested' || transfer_id) return
    await returnToWallet(trx, deps, withdrawal, 'Your account is suspended.')
  })
  return true
}

async function sendTransfer(deps: Deps, withdrawal: Withdrawal): Promise<void> {
  const answer = await transfer(deps, withdrawal)
  await deps.db.transaction().execute(async trx => {
    const { state, transfer_id } = await lockWithdrawal(trx, withdrawal.id)
    if (state !== 'requested' || transfer_id) return
    if ('refused' in answer) return returnToWallet(trx, deps, withdrawal, refusalInWords(answer.refused))
    const providerId = answer.made.id
    await changeWithdrawal(trx, deps, withdrawal, { transfer_id: providerId })
    await post(trx, deps.now(), transferred({ ...withdrawalMoneyOf(withdrawal), providerId }))
  })
}

async function sendPayout(deps: Deps, withdrawal: Withdrawal): Promise<void> {
  const answer = await payOut(deps, withdrawal)
  await deps.db.transaction().execute(async trx => {
    const { state } = await lockWithdrawal(trx, withdrawal.id)
    if (state !== 'requested') return
    if ('made' in answer)
      await changeWithdrawal(trx, deps, withdrawal, { state: 'sent', payout_id: answer.made.id })
    else
      await changeWithdrawal(trx, deps, withdrawal, {
        state: 'returning',
        failure: refusalInWords(answer.refused),
      })
  })
}

async function takeBack(deps: Deps, withdrawal: Withdrawal): Promise<void> {
  const { transfer_id } = withdrawal
  if (!transfer_id) throw new Error(`Withdrawal ${withdrawal.id} returns without having been transferred`)
  const answer = await reverse(deps, { ...withdrawal, transfer_id })
  if ('refused' in answer) {
    deps.log.error({ withdrawalId: withdrawal.id, code: answer.refused }, 'a transfer can’t be taken back')
    throw new Error(`Transfer ${transfer_id} can't be taken back: ${answer.refused}`)
  }
  const providerId = answer.made.id
  await deps.db.transaction().execute(async trx => {
    const { state } = await lockWithdrawal(trx, withdrawal.id)
    if (state !== 'returning') return
    await changeWithdrawal(trx, deps, withdrawal, { reversal_id: providerId })
    await post(trx, deps.now(), reversed({ ...withdrawalMoneyOf(withdrawal), providerId }))
    await returnToWallet(trx, deps, withdrawal, withdrawal.failure ?? refusalInWords(''))
  })
}

/** Puts the money back into the wallet, and says why. */
async function returnToWallet(trx: Trx, deps: Deps, withdrawal: Withdrawal, reason: string): Promise<void> {
  const { userId, cents } = withdrawalMoneyOf(withdrawal)
  const done_at = deps.now()
  await changeWithdrawal(trx, deps, withdrawal, { state: 'failed', failure: reason, done_at })
  await post(trx, deps.now(), withdrawalReturned(withdrawalMoneyOf(withdrawal)))
  await tellOfReturn(trx, deps, userId, { cents, reason })
}
