import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PersonalKind } from '../ledger/post.ts'

/** The balance of each of a person's ledger accounts, in cents. */
export type Balances = Record<Exclude<PersonalKind, 'connected'>, number> & { paidOut: number }

/**
 * A person's balances, without locking them; zero for what never moved. `available` is below zero if refunds
 * or disputes took more than was there, and `paidOut` is the sum of the withdrawals that reached the bank.
 */
export async function balancesOf(db: Database, userId: string): Promise<Balances> {
  const { rows } = await sql<{ kind: PersonalKind | 'paid out'; cents: number }>`
    select kind, balance_cents as cents from ledger_accounts where owner_id = ${userId}
    union all
    select 'paid out', coalesce(sum(amount_cents), 0)::bigint from withdrawals
    where user_id = ${userId} and state = 'paid'`.execute(db)
  const cents = new Map(rows.map(row => [row.kind, row.cents]))
  return {
    pending: cents.get('pending') ?? 0,
    available: cents.get('available') ?? 0,
    frozen: cents.get('frozen') ?? 0,
    payouts: cents.get('payouts') ?? 0,
    paidOut: cents.get('paid out') ?? 0,
  }
}

/**
 * When the next of a person's earnings are released automatically, and how much; null if none are waiting.
 */
export async function nextEarnings(
  db: Database,
  userId: string,
): Promise<{ at: Temporal.Instant; cents: number } | null> {
  const { rows } = await sql<{ at: Temporal.Instant; cents: number }>`
    select available_at as at, sum(amount_cents - taken_cents)::bigint as cents from earnings
    where tutor_id = ${userId} and state = 'pending' and taken_cents < amount_cents
      and not exists (select from booking_problems where booking_id = earnings.booking_id and outcome is null)
    group by available_at order by available_at limit 1`.execute(db)
  return rows[0] ?? null
}

const shownQuestioned = 20

type Questioned = {
  booking_id: string
  topic: string
  name: string
  cents: number
  by: 'bank' | 'student'
  since: Temporal.Instant
}

/**
 * A person's earnings that wait for a decision: by a student's bank, or by the operators on a problem; the
 * latest first.
 */
export async function questionedEarnings(db: Database, userId: string): Promise<Questioned[]> {
  const { rows } = await sql<Questioned>`
    select bookings.id as booking_id, topic, student.name, earnings.amount_cents - taken_cents as cents,
      case when disputed.since is null then 'student' else 'bank' end as by, coalesce(disputed.since, reported.created_at) as since
    from earnings join bookings on bookings.id = earnings.booking_id join users student on student.id = student_id
      left join booking_problems reported on reported.booking_id = bookings.id and outcome is null
      left join lateral (
        select max(opened_at) as since from disputes join payments on payments.id = payment_id
        where payments.booking_id = bookings.id and disputes.state = 'open'
      ) disputed on true
    where earnings.tutor_id = ${userId} and earnings.state in ('pending', 'frozen') and taken_cents < earnings.amount_cents
      and coalesce(disputed.since, reported.created_at) is not null
    order by since desc limit ${sql.lit(shownQuestioned)}`.execute(db)
  return rows
}

const shownMonths = 12

/**
 * A person's earnings, minus what was taken back, in each of the latest months of their zone; the oldest
 * first.
 */
export async function earnedByMonth(
  db: Database,
  userId: string,
  zone: string,
  now: Temporal.Instant,
): Promise<{ month: string; cents: number }[]> {
  const current = now.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth()
  const months = Array.from({ length: shownMonths }, (_, n) =>
    current.subtract({ months: shownMonths - 1 - n }),
  )
  // Computed with the zone's own months, since the database may know fewer zones than people use.
  const starts = months.map(month => month.toPlainDate({ day: 1 }).toZonedDateTime(zone).toInstant())
  const { rows } = await sql<{ bucket: number; cents: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as bucket, sum(amount_cents)::bigint as cents
    from wallet_lines join ledger_transactions on ledger_transactions.id = transaction_id
    where person_id = ${userId} and "of" = 'wallet' and kind in ('earned', 'refund_owed', 'dispute_lost', 'dispute_won')
      and at >= ${starts[0]}::timestamptz
    group by bucket`.execute(db)
  const earned = new Map(rows.map(({ bucket, cents }) => [bucket, cents]))
  return months.map((month, n) => ({ month: month.toString(), cents: earned.get(n + 1) ?? 0 }))
}
