import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell, type WriteMail } from '../alerts/tell.ts'
import { dueInWords } from './requirements.ts'

type State = PayoutAccount['state']

/** Tells the owner of a payout account what a change of its state means, where it means something to them. */
export async function tellOfAccount(
  trx: Trx,
  deps: Deps,
  userId: string,
  was: State,
  is: State,
  requirements: string[],
): Promise<void> {
  if (is === 'ready') return tell(trx, deps, userId, { kind: 'payouts_ready', facts: {} })
  // While somebody fills in the form for the first time, the form itself says what is missing.
  if (is === 'rejected' || was === 'ready' || (was === 'checking' && is === 'due')) {
    const facts: StoppedFacts = { closed: is === 'rejected', due: dueInWords(requirements) }
    await tell(trx, deps, userId, { kind: 'payouts_stopped', facts })
  }
}

/** Tells somebody that a withdrawal reached their bank. */
export async function tellOfPayout(trx: Trx, deps: Deps, userId: string, cents: number): Promise<void> {
  const facts: PaidFacts = { amount: formatDollars(cents) }
  await tell(trx, deps, userId, { kind: 'payout_paid', facts })
}

/** Tells somebody that a withdrawal is back in their wallet. */
export async function tellOfReturn(
  trx: Trx,
  deps: Deps,
  userId: string,
  { cents, reason }: { cents: number; reason: string },
): Promise<void> {
  const facts: FailedFacts = { amount: formatDollars(cents), reason }
  await tell(trx, deps, userId, { kind: 'payout_failed', facts })
}

type StoppedFacts = { closed: boolean; due: string[] }
type PaidFacts = { amount: string }
type FailedFacts = { amount: string; reason: string }

/** The mail of an alert about payouts; null for other kinds. */
export async function payoutMail(
  { config }: Pick<Deps, 'config'>,
  kind: string,
  facts: unknown,
): Promise<WriteMail | null> {
  const write = mails[kind]
  if (!write) return null
  const { subject, says } = write(facts as never)
  const link = `See your wallet: ${config.publicUrl}/profile/wallet?tab=tutorBalance`
  return ({ name }) => ({ subject, text: `${[`Hello ${name},`, ...says, link, 'Ignite'].join('\n\n')}\n` })
}

type Words = { subject: string; says: string[] }

const mails: Record<string, (facts: never) => Words> = {
  payout_paid: ({ amount }: PaidFacts) => ({
    subject: `${amount} is on your bank account`,
    says: [`Your withdrawal of ${amount} has arrived at your bank.`],
  }),
  payout_failed: ({ amount, reason }: FailedFacts) => ({
    subject: `Your withdrawal of ${amount} came back`,
    says: [
      `Your withdrawal of ${amount} could not be paid out: ${reason}`,
      'The money is in your wallet again.',
    ],
  }),
  payouts_ready: () => ({
    subject: 'You can withdraw now',
    says: ['Stripe has checked your details: money of your wallet can be sent to your bank account.'],
  }),
  payouts_stopped: ({ closed, due }: StoppedFacts) =>
    closed
      ? {
          subject: 'Payouts to you have ended',
          says: [
            'Stripe no longer pays out to your account. Your wallet stays as it is; write to us about it.',
          ],
        }
      : {
          subject: 'Stripe needs something before it can pay you out',
          says: [
            'Nothing can be withdrawn until Stripe has what it still asks for.',
            ...(due.length > 0 ? [due.map(one => `- ${one}`).join('\n')] : []),
          ],
        },
}
