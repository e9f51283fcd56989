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

/** The alerts about withdrawals and payout accounts. */
export const payoutKinds = alertKinds({
  payout_paid: payoutKind({
    icon: 'money',
    facts: z.object({ amount: z.string() }),
    words: ({ amount }) => ({
      subject: `${amount} is in your bank account`,
      says: [`Your withdrawal of ${amount} reached your bank.`],
    }),
  }),
  payout_failed: payoutKind({
    icon: 'flag',
    facts: z.object({ amount: z.string(), reason: z.string() }),
    words: ({ amount, reason }) => ({
      subject: `Your withdrawal of ${amount} failed`,
      says: [
        `We couldn’t pay out your withdrawal of ${amount}: ${reason}`,
        'The money is back in your wallet.',
      ],
    }),
  }),
  payouts_ready: payoutKind({
    icon: 'money',
    facts: z.object({}),
    words: () => ({
      subject: 'You can withdraw now',
      says: [
        'Stripe checked your information. You can now send money from your wallet to your bank account.',
      ],
    }),
  }),
  payouts_stopped: payoutKind({
    icon: 'flag',
    facts: z.object({
      closed: z.boolean(),
      /** Whether Stripe looks at what it has, and needs nothing from the person. */
      checking: z._default(z.boolean(), false),
      due: z.array(z.string()),
    }),
    words({ closed, checking, due }) {
      if (closed) {
        return {
          subject: 'Your payouts have stopped',
          says: [
            'Stripe no longer sends payouts to your account. Your balance is safe. Contact support to get it paid out.',
          ],
        }
      }
      if (checking) {
        return {
          subject: 'Stripe is checking your account',
          says: ['You can’t withdraw money until it’s done. You don’t need to do anything.'],
        }
      }
      return {
        subject: 'Stripe needs more information before it can pay you',
        says: [
          'You can’t withdraw money until Stripe has this information.',
          ...(due.length > 0 ? [due.map(one => `- ${one}`).join('\n')] : []),
        ],
      }
    },
  }),
})
