import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { post } from '#server/product/ledger/post.ts'
import { withdrawn } from '#server/product/ledger/postings.ts'
import { earn } from '../factories/wallets.ts'
import type { Stack } from '../harness/stack.ts'

/** The result of a round: how many succeeded, and what was left. */
type Round = { taken: number; left: number }

/**
 * Security L-4: this many simultaneous debits of a wallet with money for half of them, in this many rounds,
 * each with its own tutor. `db` has as many connections as should wait at once.
 */
export async function debits(
  stack: Stack,
  db: Database,
  { calls, rounds }: { calls: number; rounds: number },
): Promise<Round[]> {
  const cents = 100
  const found: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const name = `racer${round}`
    await stack.signIn(name)
    await earn(stack, name, (calls / 2) * cents)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', name)
      .executeTakeFirstOrThrow()
    const taken = await Promise.all(Array.from({ length: calls }, () => debit(stack, db, id, cents)))
    found.push({ taken: taken.filter(Boolean).length, left: await available(db, id) })
  }
  return found
}

/** Takes money from a tutor's wallet, like a withdrawal; returns whether there was enough. */
export async function debit(
  { clock }: Pick<Stack, 'clock'>,
  db: Database,
  userId: string,
  cents: number,
): Promise<boolean> {
  const id = crypto.randomUUID()
  const now = clock.now()
  try {
    await db.transaction().execute(async trx => {
      const created_at = now
      await trx
        .insertInto('withdrawals')
        .values({ id, user_id: userId, amount_cents: cents, account_id: 'acct_test', created_at })
        .execute()
      await post(trx, now, withdrawn({ id, userId, cents }))
    })
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'ledger_not_below_zero') return false
    throw error
  }
}

/** What a tutor could withdraw. */
export async function available(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select balance_cents as cents from ledger_accounts where owner_id = ${userId} and kind = 'available'`.execute(
    db,
  )
  return rows[0]!.cents
}
