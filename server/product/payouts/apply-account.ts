import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isLost } from '#server/platform/payments/provider-objects.ts'
import {
  type AccountFacts,
  type AccountRow,
  accountFactsOf,
  accountNamed,
  lostFacts,
  stateOf,
} from './account.ts'
import { tellOfAccount } from './payout-alerts.ts'

/**
 * Asks the provider for an account's state and stores it: the only way we learn it, after an event, after its
 * form or by hand, in any order and any number of times. Tells the owner when payouts become possible or stop
 * being so.
 */
export async function applyAccount(deps: Deps, accountId: string): Promise<void> {
  for (;;) {
    const before = await accountNamed(deps.db, accountId)
    if (!before || (await keep(deps, before, await askFacts(deps, before, accountId)))) return
    // Another answer was stored meanwhile, and may be newer than this one.
  }
}

async function askFacts({ stripe }: Deps, before: AccountRow, accountId: string): Promise<AccountFacts> {
  try {
    return accountFactsOf(await stripe.accounts.retrieve(accountId))
  } catch (error) {
    if (isLost(error)) return lostFacts(before)
    throw error
  }
}

/** Stores an answer unless the row changed since the request. */
async function keep(deps: Deps, before: AccountRow, facts: AccountFacts): Promise<boolean> {
  return deps.db.transaction().execute(async trx => {
    const kept = await trx
      .updateTable('payout_accounts')
      .set({ ...facts, updated_at: deps.now() })
      .where('user_id', '=', before.user_id)
      .where(sql`xmin::text`, '=', before.version)
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) return false
    const [was, is] = [stateOf(before), stateOf(facts)]
    if (was !== is) await tellOfAccount(trx, deps, before.user_id, was, is, facts.requirements)
    return true
  })
}
