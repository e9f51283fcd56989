import type { Deps } from '#server/deps.ts'
import { sendWithdrawalLater } from './withdrawal.ts'

/**
 * Handles the reversal of a transfer to a tutor's account: a returning withdrawal continues with it. If
 * somebody reversed it at the provider itself, a person has to put that right; the ledger's check reports it
 * too.
 */
export async function applyTransfer(deps: Deps, transferId: string): Promise<void> {
  const withdrawal = await deps.db
    .selectFrom('withdrawals')
    .select(['id', 'state'])
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  if (!withdrawal || withdrawal.state === 'failed') return
  if (withdrawal.state === 'returning') return sendWithdrawalLater(deps.db, deps, withdrawal.id)
  deps.log.error({ withdrawalId: withdrawal.id, transferId }, 'a transfer was taken back by someone else')
}
