import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { post } from '../ledger/post.ts'
import { debtCarried } from '../ledger/postings.ts'

type DebtDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Deps['config'], 'secret'> }

/**
 * Stores which logins a tutor's account had before they are deleted: for months a bank can take back what was
 * paid out long ago. Without our secret nobody can identify a login from this.
 */
export async function keepLogins(
  trx: Trx,
  { config }: Pick<DebtDeps, 'config'>,
  userId: string,
): Promise<void> {
  const hasEarned = await trx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  if (!hasEarned) return
  for (const login_hash of await loginHashes(trx, config, userId)) {
    await trx
      .insertInto('closed_logins')
      .values({ login_hash, user_id: userId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Moves the current debts of closed accounts of a person's logins into their wallet, each one completely and
 * once.
 */
export async function carryDebts({ db, config, now }: DebtDeps, userId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const hashes = await loginHashes(trx, config, userId)
    if (hashes.length === 0) return
    // Two simultaneous runs wait for each other here: the second finds no debt any more.
    const { rows } = await sql<{ from: string; cents: number }>`
      select owner_id as "from", -balance_cents as cents from ledger_accounts
      where kind = 'available' and balance_cents < 0 and owner_id <> ${userId}
        and owner_id in (select user_id from closed_logins where login_hash = any(${hashes}))
      order by id for update`.execute(trx)
    for (const { from, cents } of rows) {
      const { id } = await trx
        .insertInto('carried_debts')
        .values({ from_id: from, to_id: userId, amount_cents: cents, carried_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await post(trx, now(), debtCarried({ id, from, to: userId, cents }))
    }
  })
}

async function loginHashes(trx: Trx, { secret }: DebtDeps['config'], userId: string): Promise<string[]> {
  const logins = await trx
    .selectFrom('login_accounts')
    .select(['provider_id', 'account_id'])
    .where('user_id', '=', userId)
    .execute()
  return logins.map(({ provider_id, account_id }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['closed login', provider_id, account_id]))
      .digest('base64url'),
  )
}
