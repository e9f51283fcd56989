import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

type Telling<S extends z.ZodMiniType> = Pick<AlertKind, 'icon'> & {
  facts: S
  words: (facts: z.output<S>) => { subject: string; says: string[] }
}

function payoutKind<const S extends z.ZodMiniType>({ icon, facts, words }: Telling<S>) {
  return alertKind({
    group: 'money',
    icon,
    facts,
    people: () => [],
    subject: () => '',
    link: () => '/profile/wallet?tab=tutorBalance',
    words(of) {
      const { subject, says } = words(of)
      return { title: subject, about: says[0]!, says, closing: 'See your wallet' }
    },
  })
}

/** What can be told of withdrawals and of the account they go to. */
export const payoutKinds = alertKinds({
  payout_paid: payoutKind({
    icon: 'money',
    facts: z.object({ amount: z.string() }),
    words: ({ amount }) => ({
      subject: `${amount} is on your bank account`,
      says: [`Your withdrawal of ${amount} has arrived at your bank.`],
    }),
  }),
  payout_failed: payoutKind({
    icon: 'flag',
    facts: z.object({ amount: z.string(), reason: z.string() }),
    words: ({ amount, reason }) => ({
      subject: `Your withdrawal of ${amount} came back`,
      says: [
        `Your withdrawal of ${amount} could not be paid out: ${reason}`,
        'The money is in your wallet again.',
      ],
    }),
  }),
  payouts_ready: payoutKind({
    icon: 'money',
    facts: z.object({}),
    words: () => ({
      subject: 'You can withdraw now',
      says: ['Stripe has checked your details: money of your wallet can be sent to your bank account.'],
    }),
  }),
  payouts_stopped: payoutKind({
    icon: 'flag',
    facts: z.object({ closed: z.boolean(), due: z.array(z.string()) }),
    words: ({ closed, due }) =>
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
  }),
})
