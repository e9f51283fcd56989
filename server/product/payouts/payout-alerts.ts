import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import { payoutKinds } from './payout-alert-kinds.ts'
import { dueInWords } from './requirements.ts'

type State = PayoutAccount['state']

/** Tells the owner of a payout account about a change of its state, if it matters to them. */
export async function tellOfAccount(
  trx: Trx,
  deps: Deps,
  userId: string,
  was: State,
  is: State,
  requirements: string[],
): Promise<void> {
  if (is === 'ready') return tell(trx, deps, userId, { kind: payoutKinds.payouts_ready, facts: {} })
  // While a person fills in the form for the first time, the form itself says what is missing.
  if (is === 'rejected' || was === 'ready' || (was === 'checking' && is === 'due')) {
    const facts = {
      closed: is === 'rejected',
      checking: is === 'checking',
      due: dueInWords(requirements),
    }
    await tell(trx, deps, userId, { kind: payoutKinds.payouts_stopped, facts })
  }
}

/** Tells somebody that a withdrawal reached their bank. */
export async function tellOfPayout(trx: Trx, deps: Deps, userId: string, cents: number): Promise<void> {
  await tell(trx, deps, userId, { kind: payoutKinds.payout_paid, facts: { amount: formatDollars(cents) } })
}

/** Tells somebody that a withdrawal is back in their wallet. */
export async function tellOfReturn(
  trx: Trx,
  deps: Deps,
  userId: string,
  { cents, reason }: { cents: number; reason: string },
): Promise<void> {
  await tell(trx, deps, userId, {
    kind: payoutKinds.payout_failed,
    facts: { amount: formatDollars(cents), reason },
  })
}
