import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { admin } from '#shared/api/admin.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { lastCheck } from '../ledger/jobs.ts'
import type { RefundReason } from '../money/refund.ts'
import { refundReasons } from '../money/refund-words.ts'

const shown = 100

type Money = Omit<CallOutput<typeof admin.money>, 'status'>

/**
 * The findings of the last ledger check, and the money that waits for an operator, oldest first. Three
 * queries.
 */
export async function waitingMoney(db: Database): Promise<Money> {
  const check = await lastCheck(db)
  const failed = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'payments.booking_id',
      'refunds.amount_cents',
      'refunds.reason',
      'refunds.failure',
    ])
    .where('refunds.state', '=', 'failed')
    .orderBy('refunds.created_at')
    .limit(sql.lit(shown))
    .execute()
  const disputes = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['booking_id', 'disputes.amount_cents', 'reason', 'opened_at', 'answer_by'])
    .where('disputes.state', '=', 'open')
    .orderBy('opened_at')
    .limit(sql.lit(shown))
    .execute()
  return {
    checked_on: check ? isoTime(check.at) : null,
    findings: check?.findings ?? [],
    failed_refunds: failed.map(({ id, booking_id, amount_cents, reason, failure }) => ({
      id,
      booking_id,
      amount: centsToDecimal(amount_cents),
      reason: refundReasons[reason as RefundReason],
      failure: failure && inWords(failure),
    })),
    disputes: disputes.map(({ booking_id, amount_cents, reason, opened_at, answer_by }) => ({
      booking_id,
      amount: centsToDecimal(amount_cents),
      reason: inWords(reason),
      opened_on: isoTime(opened_at),
      answer_by: answer_by && isoTime(answer_by),
    })),
  }
}

/**
 * The provider's codes read as words: 'product_not_received', 'lost_or_stolen_card'
 * (docs.stripe.com/api/disputes/object).
 */
function inWords(code: string): string {
  return code.replaceAll('_', ' ')
}
