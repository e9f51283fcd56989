import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'

/** They stay when the person leaves: the ledger refers to them. */
export const withdrawalList: ExportList = {
  file: 'withdrawals.json',
  about: 'what you sent to your bank account',
  query: userId => sql`
    select id, round(amount_cents / 100.0, 2)::text as amount_usd, state, failure, created_at, done_at
    from withdrawals where user_id = ${userId} order by created_at`,
}
