import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { post } from '../ledger/post.ts'
import { debtCarried } from '../ledger/postings.ts'
import { loginHashes } from '../people/login-hash.ts'

type CarryDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Deps['config'], 'secret'> }

/**
 * Stores which logins a tutor's account had before they are deleted: for months a bank can take back what was
 * paid out long ago. Without our secret nobody can identify a login from this.
 */
export async function keepLogins(
  trx: Trx,
  { config }: Pick<CarryDeps, 'config'>,
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
 * Moves what closed accounts of a person's logins owe, or got back since, into their wallet, completely and once. What a
 * bank has frozen still counts as theirs: it decides later whether that comes back or is gone.
 */
export async function carryBalances({ db, config, now }: CarryDeps, userId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const hashes = await loginHashes(trx, config, userId)
    if (hashes.length === 0) return
    // Two simultaneous runs wait for each other here: the second finds nothing anymore.
    const { rows } = await sql<{ closed: string; available: number; frozen: number }>`
      select owner_id as closed, balance_cents as available, coalesce((
        select balance_cents from ledger_accounts frozen where frozen.owner_id = account.owner_id and kind = 'frozen'), 0) as frozen
      from ledger_accounts account
      where kind = 'available' and balance_cents <> 0 and owner_id <> ${userId}
        and owner_id in (select user_id from closed_logins where login_hash = any(${hashes}))
      order by id for update`.execute(trx)
    for (const { closed, available, frozen } of rows) {
      const owed = Math.max(0, -available - frozen)
      if (owed > 0) await carry(trx, now(), { from: closed, to: userId, cents: owed })
      // Money that came back later, for example a returned payout. Booked as if the closed account took over a debt of the open one.
      else if (available > 0) await carry(trx, now(), { from: userId, to: closed, cents: available })
    }
  })
}

async function carry(
  trx: Trx,
  at: Temporal.Instant,
  { from, to, cents }: { from: string; to: string; cents: number },
): Promise<void> {
  const { id } = await trx
    .insertInto('carried_debts')
    .values({ from_id: from, to_id: to, amount_cents: cents, carried_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(trx, at, debtCarried({ id, from, to, cents }))
}
