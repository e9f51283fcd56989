import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { leastWithdrawalCents } from '#shared/api/wallets.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { Button } from '#web/ui/button.tsx'
import { centsOf, signedDollarsText } from './amounts.ts'
import { BelowZero } from './below-zero.tsx'
import type { Payout } from './queries.ts'

/** The amount that can be withdrawn now, and the button. */
export function AvailableCard({
  ref,
  isNew,
  available,
  payout,
  onWithdraw,
}: {
  ref: Ref<HTMLElement>
  /** Whether the wallet was just created, on the previous screen. */
  isNew: boolean
  available: string
  payout: UseQueryResult<Payout>
  onWithdraw: () => void
}) {
  const title = useId()
  const why = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const cents = centsOf(available)
  const obstacle = obstacleOf(cents, payout)
  const arrive = useEffectEvent(() => {
    // The focused element disappeared with that screen.
    if (isNew) heading.current?.focus()
  })
  useEffect(() => arrive(), [])
  return (
    <section ref={ref} aria-labelledby={title} className="rounded-16 border border-line bg-sheet p-5 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h2
            ref={heading}
            id={title}
            tabIndex={-1}
            className="font-sans text-14 font-medium tracking-normal text-ink-soft outline-none"
          >
            Available
          </h2>
          <p className="mt-1 font-serif text-40 font-semibold tracking-tight lining-nums tabular-nums">
            {signedDollarsText(available)} <span className="text-16 font-normal text-ink-faint">USD</span>
          </p>
        </div>
        <Button
          variant="primary"
          size="lg"
          disabled={obstacle !== null}
          aria-describedby={obstacle ? why : undefined}
          onClick={onWithdraw}
          className="max-sm:w-full"
        >
          Withdraw
        </Button>
      </div>
      {obstacle && (
        <p id={why} className="mt-3 text-14 text-ink-soft">
          {obstacle}
        </p>
      )}
      {cents < 0 && (
        <BelowZero>
          <Link
            to="/profile/wallet"
            search={{ tab: 'transactions' }}
            className="underline underline-offset-3 hover:decoration-2"
          >
            See your transactions
          </Link>
        </BelowZero>
      )}
    </section>
  )
}

/** Why nothing can be withdrawn; null if something can. */
function obstacleOf(cents: number, { data, isError }: UseQueryResult<Payout>): string | null {
  if (cents < 0) return 'Nothing is available to withdraw.'
  if (cents === 0) return 'Nothing is available to withdraw yet.'
  if (cents < leastWithdrawalCents) return `You can withdraw ${formatDollars(leastWithdrawalCents)} or more.`
  if (!data) return isError ? 'Your bank account didn’t load.' : 'Loading your bank account…'
  return accountObstacles[data.account?.state ?? 'new']
}

const accountObstacles: Record<PayoutAccount['state'], string | null> = {
  new: 'Add your bank account first.',
  due: 'Stripe needs more information before it can pay you.',
  checking: 'Stripe is still checking your details.',
  ready: null,
  rejected: 'Stripe no longer sends payouts to your account.',
}
