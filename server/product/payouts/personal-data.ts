import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const payoutAccountList: ExportList = {
  file: 'payout-account.json',
  about: 'your account at the payment provider',
  query: userId => sql`
    select account_id as named_there, country, currency, holder_type, details_submitted, transfers_active, payouts_enabled,
      requirements as still_asked_for, bank_name, bank_last4, created_at, updated_at
    from payout_accounts where user_id = ${userId}`,
}

/**
 * A payout can still come back, so the fact that an account existed stays; whose bank account it was is
 * deleted.
 */
export async function forgetPayoutAccount(trx: Trx, userId: string): Promise<void> {
  await sql`update payout_accounts set bank_name = null, bank_last4 = null, requirements = '{}'
    where user_id = ${userId}`.execute(trx)
}
