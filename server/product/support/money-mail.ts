import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { StuckWithdrawal } from '#shared/api/admin.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { stuckText } from '#shared/domain/stuck-text.ts'
import { momentIn } from '../alerts/moments.ts'
import { operatorMail } from './operator-mail.ts'

/**
 * What needs an operator: a refund that failed for good or that the platform's balance doesn't cover, a dispute or a bank's inquiry
 * with a deadline, a withdrawal that is stuck, what a check of the ledger found, or that it couldn't be finished.
 */
type Waiting =
  | { refundId: string }
  | { shortRefundId: string }
  | { disputeId: string; appeal?: true }
  | { inquiryId: string; bookingId: string; cents: number; by: string | null }
  | { withdrawalId: string; state: StuckWithdrawal['state']; account_lost: boolean }
  | { findings: number }
  | { unfinished: true }

/** Enqueues a mail to the operators about money that waits for them, in the caller's transaction. `key` names what happened in letters, digits and dashes. */
export async function mailOfMoney(
  trx: Trx,
  deps: Pick<Deps, 'jobs' | 'config'>,
  key: string,
  waiting: Waiting,
): Promise<void> {
  await moneyMail.enqueue(trx, deps, key, { key, waiting })
}

/** The mail about money that waits for an operator; none once they or the bank were faster. */
export const moneyMail = operatorMail<{ key: string; waiting: Waiting }>(
  'money-mail',
  async ({ db, config }, { key, waiting }) => {
    const words = await wordsFor(db, waiting)
    if (!words) return null
    return {
      // The key of a job that a server of an earlier version enqueued has spaces and colons.
      id: `money-${key.replaceAll(/[^\w.-]/g, '-')}`,
      subject: words.subject,
      text: `${words.text}\n${words.listed === false ? '' : `\nSee it here: ${config.publicUrl}/admin?tab=money\n`}`,
    }
  },
)

/** `listed`: whether it is on the Operators page. */
type Words = { subject: string; text: string; listed?: false }

async function wordsFor(db: Database, waiting: Waiting): Promise<Words | null> {
  if ('unfinished' in waiting) {
    return {
      subject: 'The check of the money couldn’t be finished',
      text: 'Ignite checks its ledger against itself and the payment provider once a day. The server’s log says what stopped it today. What earlier checks found still stands.',
    }
  }
  if ('findings' in waiting) {
    const things = waiting.findings === 1 ? 'One thing needs' : `${waiting.findings} things need`
    return {
      subject: 'The money doesn’t add up',
      text: `Ignite checks its ledger against itself and the payment provider. ${things} your attention.`,
    }
  }
  if ('refundId' in waiting) {
    const refund = await db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('id', '=', waiting.refundId)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (!refund) return null
    return {
      subject: `A refund of ${formatDollars(refund.amount_cents)} failed`,
      text: 'We still owe a student this money: their bank returned the refund, or the provider rejected it. Try again, or record how they got it by other means.',
    }
  }
  if ('shortRefundId' in waiting) {
    const refund = await db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('id', '=', waiting.shortRefundId)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (!refund) return null
    return {
      subject: `A refund of ${formatDollars(refund.amount_cents)} waits for money`,
      text: 'The platform’s balance at the payment provider doesn’t cover it. It is sent once payments have settled or you have deposited money there.',
    }
  }
  if ('withdrawalId' in waiting) {
    const withdrawal = await db
      .selectFrom('withdrawals')
      .select(['amount_cents', 'transfer_id'])
      .where('id', '=', waiting.withdrawalId)
      .where('state', '=', waiting.state)
      .executeTakeFirst()
    if (!withdrawal) return null
    const { amount_cents, transfer_id } = withdrawal
    return {
      subject: `A withdrawal of ${formatDollars(amount_cents)} is stuck`,
      text: stuckText({ ...waiting, transfer_id }),
    }
  }
  if ('inquiryId' in waiting) {
    const taken = await db
      .selectFrom('disputes')
      .select('id')
      .where('id', '=', waiting.inquiryId)
      .executeTakeFirst()
    if (taken) return null
    const by = waiting.by ? ` by ${momentIn('UTC', waiting.by)} UTC` : ''
    return {
      subject: `A student’s bank asks about ${formatDollars(waiting.cents)}`,
      text: `The bank has taken nothing yet. Respond at the payment provider${by}, or it may take the money. A full refund of the booking ends the inquiry, too: on the Operators page, under Money.\n\nBooking: ${waiting.bookingId}`,
      listed: false,
    }
  }
  const dispute = await db
    .selectFrom('disputes')
    .select(['amount_cents', 'answer_by'])
    .where('id', '=', waiting.disputeId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!dispute?.answer_by) return null
  const by = `${momentIn('UTC', isoTime(dispute.answer_by))} UTC`
  if (waiting.appeal) {
    return {
      subject: `A student’s bank rejected our response to a dispute of ${formatDollars(dispute.amount_cents)}`,
      text: `You can appeal at the payment provider by ${by}. If you don’t, the dispute is lost. The provider shows what an appeal costs.`,
    }
  }
  return {
    subject: `A student’s bank disputes ${formatDollars(dispute.amount_cents)}`,
    text: `The bank is holding the money until it decides. Respond at the payment provider by ${by}, or the dispute is lost.`,
  }
}
