import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { Withdrawals } from '#server/platform/db/types.gen.ts'

export type Withdrawal = Selectable<Withdrawals>

/** A withdrawal of anyone, not locked; the caller checks whose it is. */
export async function findWithdrawal(db: Database, id: string): Promise<Withdrawal | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A withdrawal's row, locked until the transaction ends, so that its steps run one after the other. */
export async function lockWithdrawal(trx: Trx, id: string): Promise<Withdrawal> {
  return trx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Updates these columns. The caller has locked the withdrawal (`lockWithdrawal`) and checked its state. */
export async function changeWithdrawal(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { id }: Withdrawal,
  to: Partial<
    Pick<Withdrawal, 'state' | 'transfer_id' | 'payout_id' | 'reversal_id' | 'failure' | 'done_at'>
  >,
): Promise<void> {
  const state_since = to.state ? now() : undefined
  await trx
    .updateTable('withdrawals')
    .set({ ...to, state_since })
    .where('id', '=', id)
    .execute()
}

export const withdrawalJob = 'withdrawal'

/** Enqueues continuing a withdrawal, in the caller's transaction. */
export async function sendWithdrawalLater(
  trx: Database,
  { jobs }: Pick<Deps, 'jobs'>,
  id: string,
): Promise<void> {
  await jobs.enqueue(trx, withdrawalJob, id, { withdrawalId: id })
}

/** The data for a withdrawal's postings. */
export function withdrawalMoneyOf({
  id,
  user_id: userId,
  amount_cents: cents,
}: Pick<Withdrawal, 'id' | 'user_id' | 'amount_cents'>) {
  return { id, userId, cents }
}
