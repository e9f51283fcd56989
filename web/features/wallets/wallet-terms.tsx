import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The clauses of a wallet. A changed text needs a new version: see `walletTermsVersion`. */
export const walletTerms: readonly { id: string; title: string; body: ReactNode }[] = [
  {
    id: 'use',
    title: 'Use of the service',
    body: (
      <>
        <p>
          Students pay Ignite, which holds the price of a meeting until it has taken place: until you and the
          student were in the call together for at least 5 minutes. Then it’s yours. For a while after the
          meeting, usually 48 hours, the student can report a problem. Your wallet shows when you can withdraw
          the money.
        </p>
        <p>
          Withdrawals go through Stripe to a bank account in your own name, for which Stripe asks who you are.
          You can’t undo them. You’re responsible for reporting your earnings and paying taxes on them.
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
          If a meeting is declined, missed or canceled in time, we refund the student and you don’t earn
          anything. If we uphold a problem report, or a bank takes a payment back, your share leaves your
          wallet, even if you could already withdraw it. While a bank decides, we freeze the amount.
        </p>
        <p>
          <strong>This can take your balance below zero.</strong> Your next earnings cover it first.
        </p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    body: (
      <p>
        What you teach and hand out stays yours. Students pay for your time. They may use what you share in
        the meeting for their own learning, and nothing else. Only share what you have permission to share.
        The <Link to="/copyright">copyright</Link> page applies to meetings too.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <p>
        We account for every cent, and if we lose money by mistake, we make up for it. As far as the law
        allows, we are not liable for the time that banks and Stripe take, for payouts to a bank account that
        you entered incorrectly, for indirect losses, or for more than what passed through your wallet in the
        twelve months before. Nothing here limits liability that the law doesn’t allow to be limited.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <p>
        Withdraw what is yours before you delete your account. We may hold payouts while we or Stripe look
        into fraud, and close the wallet of anyone who breaks these terms or the{' '}
        <Link to="/honor-code">honor code</Link>. We still pay you what you earned honestly until then. If you
        owe money when you leave, you still owe it.
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
          courts. They apply along with the <Link to="/terms">terms of use</Link>.
        </p>
        <p>
          <strong>
            The jurisdiction has not been chosen yet: the operator of this installation of Ignite decides it
            and names it here. Until then this clause has no effect.
          </strong>
        </p>
      </>
    ),
  },
]
