import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { post } from '../ledger/post.ts'
import { withdrawn } from '../ledger/postings.ts'
import { accountOf, stateOf } from '../payouts/account.ts'
import { balancesOf } from '../wallets/balances.ts'
import { carryBalances } from '../wallets/carry-balances.ts'
import { requireTerms } from '../wallets/wallet.ts'
import { findWithdrawal, sendWithdrawalLater, type Withdrawal } from './withdrawal.ts'

type Wish = { id: string; cents: number }

/**
 * Withdraws money from a person's wallet and enqueues sending it to their bank. The database decides what is
 * available: it refuses the entry that would go below zero, however many tabs and servers ask at once; a
 * repeated request is the same withdrawal.
 */
export async function withdraw(deps: Deps, { userId }: Login, wish: Wish): Promise<Withdrawal> {
  const { db } = deps
  const before = await findWithdrawal(db, wish.id)
  if (before) return same(before, userId, wish)
  await requireTerms(db, userId)
  const accountId = await payableAccount(db, userId)
  await carryBalances(deps, userId)
  // Only for the message: the database decides below. A larger amount might also exceed the column.
  if (wish.cents > (await balancesOf(db, userId)).available) {
    // The same request, sent twice at once, may just have taken the money.
    const made = await findWithdrawal(db, wish.id)
    if (made) return same(made, userId, wish)
    throw await tooMuch(db, userId)
  }
  try {
    return await db.transaction().execute(async trx => {
      const at = deps.now()
      const made = await trx
        .insertInto('withdrawals')
        .values({
          id: wish.id,
          user_id: userId,
          amount_cents: wish.cents,
          account_id: accountId,
          created_at: at,
          state_since: at,
        })
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      const withdrawal = (await findWithdrawal(trx, wish.id))!
      if (!made) return same(withdrawal, userId, wish)
      await post(trx, at, withdrawn({ ...wish, userId }))
      await sendWithdrawalLater(trx, deps, wish.id)
      return withdrawal
    })
  } catch (error) {
    if (isOverdraft(error)) throw await tooMuch(db, userId)
    throw error
  }
}

/** The withdrawal with an id that was sent before, if it is the same one. */
function same(withdrawal: Withdrawal, userId: string, wish: Wish): Withdrawal {
  if (withdrawal.user_id === userId && withdrawal.amount_cents === wish.cents) return withdrawal
  throw problem('conflict', 'You already used this form for something else. Open it again.')
}

async function payableAccount(db: Database, userId: string): Promise<string> {
  const account = await accountOf(db, userId)
  if (!account?.account_id || stateOf(account) === 'new')
    throw problem('conflict', 'Add your bank account first.')
  if (stateOf(account) !== 'ready') {
    throw problem('conflict', 'Stripe can’t pay you right now. Your wallet shows what it still needs.')
  }
  return account.account_id
}

async function tooMuch(db: Database, userId: string) {
  const { available } = await balancesOf(db, userId)
  return problem('conflict', `You have ${formatDollars(Math.max(0, available))} to withdraw.`)
}

function isOverdraft(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'ledger_not_below_zero'
}
