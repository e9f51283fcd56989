import type { Deps } from '#server/deps.ts'
import { sendLater } from './withdrawal.ts'

/**
 * Hears that a transfer to a tutor's account was taken back: a withdrawal that returns goes on with it. One that somebody took
 * back at the provider itself is for a person to put right, as the check of the ledger tells them too.
 */
export async function applyTransfer(deps: Deps, transferId: string): Promise<void> {
  const withdrawal = await deps.db
    .selectFrom('withdrawals')
    .select(['id', 'state'])
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  if (!withdrawal || withdrawal.state === 'failed') return
  if (withdrawal.state === 'returning') return sendLater(deps, deps.db, withdrawal.id)
  deps.log.error({ withdrawalId: withdrawal.id, transferId }, 'a transfer was taken back by somebody else')
}
