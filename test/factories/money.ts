import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { beginJob } from '../../local/jobs.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { controlPayments, moneyDone } from './bookings.ts'

type ProviderState = {
  charge: { id: string }[]
  refund: { id: string }[]
  checkout: { session: { metadata: { booking_id: string } } }[]
  fault: unknown[]
}

/** The payment provider's data. */
export async function providerState({ url }: Pick<Stack, 'url'>): Promise<ProviderState> {
  const answer = await fetch(`${url}/local/payments/control/state`)
  return (await answer.json()) as ProviderState
}

const asPlatform = {
  authorization: 'Bearer sk_test_only_for_the_local_payments',
  'content-type': 'application/x-www-form-urlencoded',
}

/** The charge of a booking. */
async function chargeOf(stack: Pick<Stack, 'url' | 'db'>, bookingId: string): Promise<string> {
  const { checkout_id, payment_intent_id } = await stack.db
    .selectFrom('payments')
    .select(['checkout_id', 'payment_intent_id'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const read = async <T>(path: string) =>
    (await (await fetch(`${stack.url}/v1/${path}`, { headers: asPlatform })).json()) as T
  const intentOf = async () =>
    (await read<{ payment_intent: string }>(`checkout/sessions/${checkout_id}`)).payment_intent
  const intent = await read<{ latest_charge: string }>(
    `payment_intents/${payment_intent_id ?? (await intentOf())}`,
  )
  return intent.latest_charge
}

type Claim = { amount?: number; fee?: number; inquiry?: true }

/** Makes the student's bank dispute a booking's payment; returns the dispute. */
export async function dispute(
  stack: Pick<Stack, 'url' | 'db'>,
  bookingId: string,
  claim: Claim = {},
): Promise<string> {
  const params = Object.fromEntries(Object.entries(claim).map(([name, value]) => [name, String(value)]))
  const opened = await controlPayments(stack, `charges/${await chargeOf(stack, bookingId)}/dispute`, params)
  return (opened as { id: string }).id
}

export async function closeDispute(
  stack: Pick<Stack, 'url'>,
  id: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  await controlPayments(stack, `disputes/${id}/close`, { outcome })
}

/** Refunds a booking directly at the provider, as somebody does on its dashboard. */
export async function refundAtProvider(
  stack: Pick<Stack, 'url' | 'db'>,
  bookingId: string,
  cents: number,
): Promise<void> {
  const answer = await fetch(`${stack.url}/v1/refunds`, {
    method: 'POST',
    headers: asPlatform,
    body: new URLSearchParams({ charge: await chargeOf(stack, bookingId), amount: String(cents) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.body?.cancel()
}

/** Declines a request whose refund the provider always refuses; returns the refund. */
export async function failRefundOf(stack: Stack, tutor: Person, bookingId: string): Promise<string> {
  await controlPayments(stack, 'faults', { kind: 'refuse', method: 'POST', path: '/v1/refunds' })
  const { status } = await tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })
  if (status !== 200) throw new Error(`The request can’t be declined: ${status}`)
  await moneyDone(stack)
  const { id } = await stack.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('booking_id', '=', bookingId)
    .where('refunds.state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A booking's ledger entries, oldest first: 'paid: held 4400, provider -4400'. The accounts of a movement are
 * in alphabetical order.
 */
export async function ledgerOf({ db }: Pick<Stack, 'db'>, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select ledger_transactions.kind || ': ' ||
      string_agg(accounts.kind || ' ' || amount_cents, ', ' order by accounts.kind) as line
    from ledger_transactions join ledger_entries on transaction_id = ledger_transactions.id
      join ledger_accounts accounts on accounts.id = account_id
    where ledger_transactions.booking_id = ${bookingId}
    group by ledger_transactions.id order by ledger_transactions.id`.execute(db)
  return rows.map(({ line }) => line)
}

/** The balance of a tutor's account, by its name. */
export async function balanceOf({ db }: Pick<Stack, 'db'>, name: string, kind: string): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    select balance_cents as cents from ledger_accounts join users on users.id = owner_id
    where email = ${`${name}@example.edu`} and kind = ${kind}`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}

/** Stops all scheduled runs: a real minute that passes must not interfere. */
export async function stopTheClock({ db }: Pick<Stack, 'db'>): Promise<void> {
  await sql`
    create or replace function platform.hold() returns trigger language plpgsql as 'begin return null; end'`.execute(
    db,
  )
  await sql`
    create or replace trigger hold before update on platform.schedules
    for each row execute function platform.hold()`.execute(db)
}

/** Runs the settle job now. */
export async function clockDone(stack: Stack): Promise<void> {
  await beginJob(stack.db, 'settle-bookings')
  await moneyDone(stack)
}

/** Runs the reconcile job now. */
export async function reconcileDone(stack: Stack): Promise<void> {
  stack.clock.advance({ minutes: 3 })
  await beginJob(stack.db, 'reconcile-payments')
  await moneyDone(stack)
}

/** The refunds of a booking. */
export async function refundsOf({ db }: Pick<Stack, 'db'>, bookingId: string) {
  const { rows } = await sql<{ cents: number; state: string; reason: string }>`
    select refunds.amount_cents as cents, refunds.state, reason from refunds join payments on payments.id = payment_id
    where booking_id = ${bookingId}`.execute(db)
  return rows
}
