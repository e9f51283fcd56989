import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'

/** The wallet and its lines stay when the person leaves: they are the ledger. */
export const walletList: ExportList = {
  file: 'wallet.json',
  about: 'when your wallet was made and its terms agreed to, and what is in it',
  query: userId => sql`
    select created_at, terms_version, agreed_at,
      (select coalesce(json_object_agg(kind, round(balance_cents / 100.0, 2)::text), '{}') from ledger_accounts
       where owner_id = wallets.user_id and kind <> 'connected') as balances_usd
    from wallets where user_id = ${userId}`,
}

export const transactionList: ExportList = {
  file: 'transactions.json',
  about: 'what you paid, got and withdrew',
  query: userId => sql`
    select at, moved.kind, round(lines.amount_cents / 100.0, 2)::text as amount_usd, lines.of as moved_your, topic,
      other.username as with, moved.booking_id, withdrawal_id
    from wallet_lines lines join ledger_transactions moved on moved.id = transaction_id
      left join users other on other.id = counterpart_id left join bookings on bookings.id = moved.booking_id
    where person_id = ${userId} order by transaction_id`,
}
