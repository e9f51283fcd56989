import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The clauses of a wallet. Another text is another version: see `walletTermsVersion`. */
export const walletTerms: readonly { id: string; title: string; body: ReactNode }[] = [
  {
    id: 'use',
    title: 'Use of the service',
    body: (
      <>
        <p>
          Students pay Ignite, which holds the price of a meeting until it has taken place: until you and the
          student were in the call together for at least 5 minutes. It is then yours. For some time after its
          end, as a rule 48 hours, the student can report a problem; your wallet shows when that is over and
          you can withdraw it.
        </p>
        <p>
          Withdrawals go through Stripe to a bank account in your own name, for which Stripe asks who you are.
          They can’t be undone. You see to it yourself that what you earn is declared and taxed.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds and disputes',
    body: (
      <>
        <p>
          A meeting that is declined, missed, or cancelled in time is refunded to the student, and brings you
          nothing. Where a report of a problem is upheld, or a bank takes a payment back, your share of it
          leaves your wallet, even after it could be withdrawn. While a bank decides, the amount is frozen.
        </p>
        <p>
          <strong>Your balance may go below zero by this;</strong> what you earn next fills it first.
        </p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    body: (
      <p>
        What you teach and what you hand out stays yours. A payment is for your time: it gives the student the
        use of what you share in the meeting for their own learning, and nothing more. Share only what you may
        share; the <Link to="/copyright">copyright</Link> page holds in meetings as well.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <p>
        We keep every cent accounted for, and make good what we lose by a mistake of ours. As far as the law
        allows, we are not liable for the time that banks and Stripe take, for payouts to a bank account that
        was given wrongly, for indirect losses, or for more than what passed through your wallet in the twelve
        months before. Nothing here limits liability that the law doesn’t allow to be limited.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <p>
        Withdraw what is yours before you delete your account. We may hold payouts while we or Stripe look
        into fraud, and end a wallet that breaks these terms or the <Link to="/honor-code">honor code</Link>.
        What was earned honestly until then is still paid out to you. What you owe when you leave stays owed.
      </p>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: (
      <>
        <p>
          These terms are governed by the law of [jurisdiction], and disputes about them are decided by its
          courts. They stand beside the <Link to="/terms">terms of use</Link>.
        </p>
        <p>
          <strong>
            The jurisdiction has not been chosen yet: whoever operates this installation of Ignite decides it
            and names it here. Until then this clause has no effect.
          </strong>
        </p>
      </>
    ),
  },
]
