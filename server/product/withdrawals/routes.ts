import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { admin } from '#shared/api/admin.ts'
import { leastWithdrawalCents, wallets } from '#shared/api/wallets.ts'
import { centsToDecimal, decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { defineWithdrawals } from './send-withdrawal.ts'
import { stuckWithdrawals } from './stuck-withdrawals.ts'
import { withdraw } from './withdraw.ts'

/** Money on its way from a wallet to a bank account. */
export function withdrawalRoutes(implement: Implement, deps: Deps): void {
  defineWithdrawals(deps)

  implement(wallets.withdraw, async ({ body, login, reply }) => {
    reply.header('cache-control', 'no-store')
    const cents = decimalToCents(body.amount)
    if (cents === null || cents < leastWithdrawalCents) {
      throw invalidField('body.amount', `Withdraw at least ${formatDollars(leastWithdrawalCents)}.`)
    }
    const { id, amount_cents, state } = await withdraw(deps, login, { id: body.id, cents })
    return { status: 'success', withdrawal: { id, amount: centsToDecimal(amount_cents), state } }
  })

  implement(admin.stuckWithdrawals, async () => ({
    status: 'success',
    withdrawals: await stuckWithdrawals(deps),
  }))
}
