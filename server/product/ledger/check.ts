import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { Disputes, LedgerAccounts, Refunds } from '#server/platform/db/types.gen.ts'
import type { LedgerFinding } from '#shared/api/admin.ts'
import { formatDollars } from '#shared/domain/money.ts'

/** Reports at most this many differences of each kind; more say nothing new. */
const findingsOfAKind = 100

/**
 * All differences within the ledger and between it and the rows it is about: none if all is well. It only
 * reads, in one snapshot, and fixes nothing: a person has to understand a wrong figure first.
 */
export async function checkLedger(db: Database): Promise<LedgerFinding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(findDisagreements)
}

/** `checkLedger` within a transaction, which also sees what that has changed. */
export async function findDisagreements(trx: Trx): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const [kind, { look, says }] of Object.entries(checks)) {
    const { rows } = await sql<Disagreement>`${look} limit ${sql.lit(findingsOfAKind)}`.execute(trx)
    for (const row of rows) findings.push({ kind, subject: row.subject, text: says(row) })
  }
  return findings
}

/** A wrong row, and the two facts that its check names: if it compares, the ledger's cents and the cents due. */
type Disagreement = { subject: string; found: string | null; due: string | null }
type Check = { look: RawBuilder<unknown>; says: (row: Disagreement) => string }

function dollars(cents: string | null): string {
  return formatDollars(Number(cents ?? 0))
}

/** Every row whose two figures differ. */
function compare(what: string, figures: RawBuilder<unknown>): Check {
  return {
    look: sql`
      select subject, found::text, due::text from (${figures}) figures
      where coalesce(found, 0) <> coalesce(due, 0)`,
    says: ({ found, due }) => `${what} is ${dollars(found)}. It should be ${dollars(due)}.`,
  }
}

/** The accounts, with the sums of their entries. */
const accounts = sql`(
  select ledger_accounts.*, coalesce(entries.cents, 0) as cents from ledger_accounts
  left join (select account_id, sum(amount_cents) as cents from ledger_entries group by account_id) entries
    on entries.account_id = ledger_accounts.id)`

/** Each paid booking with its payment. */
const paid = sql`bookings join payments on payments.booking_id = bookings.id and payments.state = 'paid'`

/** What was paid out of wallets by other means, as their owners' statements have it. */
const paidElsewhere = sql`
  wallet_lines lines join ledger_transactions moved on moved.id = lines.transaction_id and moved.kind = 'paid_elsewhere'`

function balanceOf(kind: LedgerAccounts['kind']): RawBuilder<unknown> {
  return sql`left join ${accounts} account on account.kind = ${sql.lit(kind)} and account.booking_id = bookings.id`
}

const refundsIn = (...states: Selectable<Refunds>['state'][]) => sql`
  coalesce((select sum(amount_cents) from refunds where payment_id = payments.id
    and state in (${sql.join(states.map(state => sql.lit(state)))})), 0)`

const disputesIn = (state: Selectable<Disputes>['state']) => sql`
  coalesce((select sum(amount_cents) from disputes where payment_id = payments.id and state = ${sql.lit(state)}), 0)`

const checks: Record<string, Check> = {
  zero_sum: {
    look: sql`
      select ledger_transactions.id::text as subject, coalesce(sum(amount_cents), 0)::text as found, count(amount_cents)::text as due
      from ledger_transactions left join ledger_entries on transaction_id = ledger_transactions.id
      group by ledger_transactions.id having count(amount_cents) < 2 or sum(amount_cents) <> 0`,
    says: ({ found, due }) =>
      `The sum of the transaction’s entries (${due}) is ${dollars(found)}. It should be $0.00.`,
  },
  orphan: {
    look: sql`
      select key as subject, null as found, null as due from ledger_transactions
      where (key like 'paid:%' and not exists (
          select from payments where 'paid:' || payments.id = key and state = 'paid'))
        or (key like 'refund\_%' and not exists (
          select from refunds where refunds.id::text = split_part(key, ':', 2)))
        or (key like 'debt\_carried:%' and not exists (
          select from carried_debts where 'debt_carried:' || carried_debts.id = key))
        or (key like 'dispute%' and not exists (select from disputes where disputes.id = split_part(key, ':', 2)))
        or (kind = 'earned'
          and not exists (select from earnings where earnings.booking_id = ledger_transactions.booking_id))`,
    says: () => 'The ledger has a transaction for something that doesn’t exist.',
  },
  cached_balance: compare(
    'The cached balance',
    sql`select id::text as subject, balance_cents as found, cents as due from ${accounts} account where balance_cents is not null`,
  ),
  overdrawn: {
    look: sql`
      select id::text as subject, cents::text as found, kind as due from ${accounts} account
      where (kind in ('held', 'refunds', 'pending', 'frozen', 'payouts') and cents < 0)
        or (kind in ('connected', 'disputes') and cents > 0)`,
    says: ({ found, due }) => `The balance of the account “${due}” is ${dollars(found)}.`,
  },
  payment: compare(
    'The payment in the ledger',
    sql`
      select payments.id::text as subject, amount_cents as due, (
        select sum(entries.amount_cents) from ledger_transactions join ledger_entries entries on transaction_id = ledger_transactions.id
        where ledger_transactions.key = 'paid:' || payments.id and entries.amount_cents > 0) as found
      from payments where state = 'paid'`,
  ),
  // Expected in `held`: all that was paid and not moved on, for a booking that can still take place; nothing
  // for any other.
  held: compare(
    'The money held for the booking',
    sql`
      select bookings.id::text as subject, account.cents as found,
        case when bookings.state in ('requested', 'approved', 'active')
          then greatest(0, payments.amount_cents - ${refundsIn('pending', 'done', 'failed', 'settled')} - ${disputesIn('lost')}) end as due
      from ${paid} ${balanceOf('held')}`,
  ),
  // One owed along with another refund was posted together with it.
  refund: {
    look: sql`
      select refunds.id::text as subject, string_agg(kind, ', ' order by kind) as found, refunds.state as due
      from refunds left join ledger_transactions
        on key in ('refund_owed:' || refunds.id, 'refund_sent:' || refunds.id, 'refund_failed:' || refunds.id,
          'refund_settled:' || refunds.id)
      group by refunds.id
      having coalesce(string_agg(kind, ',' order by kind), '') not in (
        with usual as (
          select unnest(case refunds.state
            when 'done' then array['refund_owed,refund_sent', 'refund_failed,refund_owed,refund_sent']
            when 'settled' then array['refund_owed,refund_settled', 'refund_failed,refund_owed,refund_sent,refund_settled']
            when 'pending' then
              case attempt when 0 then array['refund_owed'] else array['refund_owed', 'refund_failed,refund_owed,refund_sent'] end
            else array['refund_owed', 'refund_failed,refund_owed,refund_sent'] end) as kinds)
        select kinds from usual where of_owed_cents < amount_cents or amount_cents = 0
        union all
        select replace(replace(kinds, 'refund_owed,', ''), 'refund_owed', '') from usual where of_owed_cents = amount_cents)`,
    says: ({ found, due }) =>
      `The refund’s state is “${due}”. Its transactions in the ledger: ${found?.replaceAll('_', ' ') ?? 'none'}.`,
  },
  refunds_owed: compare(
    'The refund owed to the student',
    sql`
      select bookings.id::text as subject, account.cents as found, ${refundsIn('pending', 'failed')} as due
      from ${paid} ${balanceOf('refunds')}`,
  ),
  settled_elsewhere: compare(
    'The money that was paid by other means',
    sql`
      select 'settled_elsewhere' as subject, (select cents from ${accounts} account where kind = 'settled_elsewhere') as found,
        coalesce((select sum(amount_cents) from refunds where state = 'settled'), 0)
          - coalesce((select sum(lines.amount_cents) from ${paidElsewhere}), 0) as due`,
  ),
  disputes: compare(
    'The money that a bank holds until it decides',
    sql`
      select bookings.id::text as subject, account.cents as found, -${disputesIn('open')} as due
      from ${paid} ${balanceOf('disputes')}`,
  ),
  earning: compare(
    'The earning in the ledger',
    sql`
      select earnings.booking_id::text as subject, earnings.amount_cents as due, (
        select sum(lines.amount_cents) from ledger_transactions join wallet_lines lines on transaction_id = ledger_transactions.id
        where ledger_transactions.key = 'earned:' || earnings.booking_id) as found
      from earnings`,
  ),
  // The fees of finished bookings, minus their refunded part.
  fees: compare(
    'The sum of the platform’s fees',
    sql`
      select 'platform_fees' as subject, (select cents from ${accounts} account where kind = 'platform_fees') as found, (
        select sum(bookings.fee_cents - coalesce((select sum(fee_cents) from refunds where payment_id = payments.id), 0)
          - coalesce((select sum(fee_cents) from disputes where payment_id = payments.id and state = 'lost'), 0))
        from ${paid} where bookings.state not in ('requested', 'approved', 'active')) as due`,
  ),
  wallet: compare(
    'The balance of the tutor’s account',
    sql`
      with due as (
        select users.id, kinds.* from users cross join lateral (
          select coalesce(sum(amount_cents - taken_cents) filter (where state = 'pending'), 0) as pending,
            coalesce(sum(amount_cents - taken_cents) filter (where state = 'frozen'), 0) as frozen,
            coalesce(sum(amount_cents - taken_cents) filter (where state = 'available'), 0) as credited
          from earnings where tutor_id = users.id) earned
        cross join lateral (
          select coalesce(sum(amount_cents) filter (where state <> 'failed'), 0) as gone,
            coalesce(sum(amount_cents) filter (where state in ('requested', 'sent', 'returning')), 0) as payouts,
            coalesce(sum(amount_cents) filter (where transfer_id is not null and reversal_id is null and state <> 'paid'), 0) as connected
          from withdrawals where user_id = users.id) withdrawn
        cross join lateral (
          select coalesce(sum(case from_id when users.id then amount_cents else -amount_cents end), 0) as cents
          from carried_debts where users.id in (from_id, to_id)) carried
        cross join lateral (
          select coalesce(sum(lines.amount_cents), 0) as cents from ${paidElsewhere} where person_id = users.id) elsewhere
        cross join lateral (values
          ('pending', earned.pending), ('frozen', earned.frozen), ('available', earned.credited - withdrawn.gone + carried.cents + elsewhere.cents),
          ('payouts', withdrawn.payouts), ('connected', -withdrawn.connected)) kinds (kind, cents))
      select due.id || ' ' || due.kind as subject, account.cents as found, due.cents as due
      from due left join ${accounts} account on account.kind = due.kind and account.owner_id = due.id`,
  ),
  statement: compare(
    'The sum of the person’s statement',
    sql`
      select users.id::text as subject, lines.cents as found, account.cents as due from users
      left join (select person_id, sum(amount_cents) as cents from wallet_lines where of = 'wallet' group by person_id) lines
        on lines.person_id = users.id
      left join (select owner_id, sum(cents) as cents from ${accounts} account
        where kind in ('pending', 'available', 'frozen') group by owner_id) account on account.owner_id = users.id`,
  ),
  card: compare(
    'The sum of the card payments on the person’s statement',
    sql`
      select users.id::text as subject, lines.cents as found, sent.cents as due from users
      left join (select person_id, sum(amount_cents) as cents from wallet_lines where of = 'card' group by person_id) lines
        on lines.person_id = users.id
      left join (
        select student_id, sum(${refundsIn('done')} - payments.amount_cents) as cents from ${paid} group by student_id) sent
        on sent.student_id = users.id`,
  ),
}
