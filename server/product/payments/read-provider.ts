import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { isLost, platformMoves } from '#server/platform/payments/provider-objects.ts'
import { post } from '../ledger/post.ts'
import { platformMoved, providerFee } from '../ledger/postings.ts'
import { kindsRead } from './event-kinds.ts'
import { storeEvent } from './stripe-events.ts'

/**
 * The provider retries for three days (docs.stripe.com/webhooks): a list that was never read is read from
 * there.
 */
const firstLookDays = 3
/** An event from the moment of the look may show up in the list only later. */
const overlapMinutes = 10
/** How many accounts per run: each is a call. */
const accountsAtOnce = 50
/** How much earlier than others an account with money in progress gets its turn again. */
const headStart = sql.lit('1 hour')

/**
 * Reads the provider's own list of events, and puts those that no webhook delivered into the same inbox: the
 * platform's, and those of the tutors' accounts in turns.
 */
export async function readEvents(deps: Deps): Promise<void> {
  await readList(deps, 'events', async since => {
    const events = deps.stripe.events.list({ ...since, types: kindsRead.platform, limit: 100 })
    for await (const event of events) await storeEvent(deps, event)
  })
  await eachInTurn(await accountsToRead(deps), 'accounts couldn’t be read', ({ account_id }) =>
    readAccount(deps, account_id),
  )
}

function readAccount(deps: Deps, stripeAccount: string): Promise<void> {
  return readList(deps, `events ${stripeAccount}`, async since => {
    const wanted = { ...since, types: kindsRead.account, limit: 100 }
    try {
      for await (const event of deps.stripe.events.list(wanted, { stripeAccount })) {
        // A list on behalf of an account needn't repeat which one it is.
        await storeEvent(deps, { ...event, account: stripeAccount })
      }
    } catch (error) {
      // A closed or disconnected account has no more events.
      if (!isLost(error)) throw error
    }
  })
}

/** Books the provider's own charges, from its list of balance transactions. */
export async function readProviderFees(deps: Deps): Promise<void> {
  await readList(deps, 'balance_transactions', async since => {
    for await (const moved of deps.stripe.balanceTransactions.list({ ...since, limit: 100 })) {
      // Fees of the account itself are movements of their own; the others are deducted from something else.
      const cents = moved.fee - (moved.type === 'stripe_fee' ? moved.amount : 0)
      if (cents === 0) continue
      await deps.db.transaction().execute(trx => post(trx, deps.now(), providerFee(moved.id, cents)))
    }
  })
}

/**
 * Books the platform's deposits and withdrawals at the provider, of whatever age: each one once, by its id.
 */
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
    order by read_until - case when exists (
        select from withdrawals where user_id = payout_accounts.user_id and state in ('requested', 'sent', 'returning'))
      then interval ${headStart} else interval '0' end nulls first
    limit ${sql.lit(accountsAtOnce)}`.execute(db)
  return rows
}

type Since = { created: { gte: number } }

/** Reads a list from where the last read stopped; on failure, from there again. */
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
