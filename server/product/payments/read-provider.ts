import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isLost, platformMoves } from '#server/platform/payments/provider-objects.ts'
import { post } from '../ledger/post.ts'
import { platformMoved, providerFee } from '../ledger/postings.ts'
import { kindsRead } from './event-kinds.ts'
import { storeEvent } from './stripe-events.ts'

/** The provider keeps telling for three days (docs.stripe.com/webhooks): a list that was never read is read from there. */
const firstLookDays = 3
/** What happened in the moment of a look may show up in the list only after it. */
const overlapMinutes = 10
/** Accounts at a time, those of which money is under way before the others: each is a call. */
const accountsAtOnce = 50

/**
 * Reads what happened off the provider's own list of events, and puts what no webhook told through the same inbox: the
 * platform's, and those of the tutors' accounts in turns.
 */
export async function readEvents(deps: Deps): Promise<void> {
  await readList(deps, 'events', async since => {
    const events = deps.stripe.events.list({ ...since, types: kindsRead.platform, limit: 100 })
    for await (const event of events) await storeEvent(deps, event)
  })
  const failures: unknown[] = []
  for (const { account_id } of await accountsToRead(deps)) {
    // One that can't be read must not keep the others unread.
    await readAccount(deps, account_id).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts couldn’t be read`)
}

function readAccount(deps: Deps, stripeAccount: string): Promise<void> {
  return readList(deps, `events ${stripeAccount}`, async since => {
    const wanted = { ...since, types: kindsRead.account, limit: 100 }
    try {
      for await (const event of deps.stripe.events.list(wanted, { stripeAccount })) {
        await storeEvent(deps, event)
      }
    } catch (error) {
      // An account that was closed, or left the platform, has nothing more to tell.
      if (!isLost(error)) throw error
    }
  })
}

/** Books what the provider kept of our balance for itself, by its own list of what moved that. */
export async function readProviderFees(deps: Deps): Promise<void> {
  await readList(deps, 'balance_transactions', async since => {
    for await (const moved of deps.stripe.balanceTransactions.list({ ...since, limit: 100 })) {
      // Fees of an account as such are movements of their own; the others come off something else.
      const cents = moved.fee - (moved.type === 'stripe_fee' ? moved.amount : 0)
      if (cents === 0) continue
      await deps.db.transaction().execute(trx => post(trx, deps.now(), providerFee(moved.id, cents)))
    }
  })
}

/** Books what the platform paid into its balance and out of it, of whatever age: each is told once, by its own name. */
export async function readPlatformMoves(deps: Deps): Promise<void> {
  for (const type of platformMoves) {
    await readList(
      deps,
      `balance_transactions ${type}`,
      async since => {
        for await (const { id, amount } of deps.stripe.balanceTransactions.list({
          ...since,
          type,
          limit: 100,
        }))
          await deps.db.transaction().execute(trx => post(trx, deps.now(), platformMoved(id, amount)))
      },
      { fromTheFirst: true },
    )
  }
}

async function accountsToRead({ db }: Deps) {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from payout_accounts left join stripe_reads on list = 'events ' || account_id
    where account_id is not null
    order by exists (
      select from withdrawals where user_id = payout_accounts.user_id and state in ('requested', 'sent', 'returning')) desc,
      read_until nulls first
    limit ${sql.lit(accountsAtOnce)}`.execute(db)
  return rows
}

type Since = { created: { gte: number } }

/** Reads a list from where it was left; on failure, from there again. */
async function readList(
  { db, now }: Deps,
  list: string,
  read: (since: Since) => Promise<void>,
  { fromTheFirst = false } = {},
): Promise<void> {
  const begun = now()
  const last = await db
    .selectFrom('stripe_reads')
    .select('read_until')
    .where('list', '=', list)
    .executeTakeFirst()
  const firstLook = fromTheFirst ? 0 : begun.subtract({ hours: firstLookDays * 24 }).epochMilliseconds
  const from = last ? last.read_until.subtract({ minutes: overlapMinutes }).epochMilliseconds : firstLook
  await read({ created: { gte: Math.floor(from / 1000) } })
  await db
    .insertInto('stripe_reads')
    .values({ list, read_until: begun })
    .onConflict(conflict => conflict.column('list').doUpdateSet({ read_until: begun }))
    .execute()
}
