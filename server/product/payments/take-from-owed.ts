import type { Trx } from '#server/platform/db/database.ts'
import { type Parts, splitRefund } from '#shared/domain/refund-split.ts'
import { sumOf } from '../money/remaining.ts'

type Owed = { id: string; price_cents: number; fee_cents: number; of_owed_cents: number; attempt: number }

/**
 * Counts this much of the owed refunds as returned by somebody else, the first ones first; returns it. The rest of each is a new
 * attempt for the provider. The caller books what was taken.
 */
export async function takeFromOwed(trx: Trx, owed: Owed[], cents: number, whole: Parts): Promise<Parts> {
  const taken = { price: 0, fee: 0 }
  for (const row of owed) {
    const left = { price: row.price_cents, fee: row.fee_cents }
    const parts = splitRefund(Math.min(cents - sumOf(taken), sumOf(left)), left, whole)
    if (sumOf(parts) === 0) break
    const rest = { price: left.price - parts.price, fee: left.fee - parts.fee }
    await trx
      .updateTable('refunds')
      .set({
        ...{ amount_cents: sumOf(rest), price_cents: rest.price, fee_cents: rest.fee },
        of_owed_cents: Math.max(0, row.of_owed_cents - sumOf(parts)),
        ...(sumOf(rest) === 0 ? { state: 'void' } : { attempt: row.attempt + 1 }),
        // The provider's refund that failed had the whole amount.
        refund_id: null,
      })
      .where('id', '=', row.id)
      .execute()
    taken.price += parts.price
    taken.fee += parts.fee
  }
  return taken
}
