import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { AvailableCard } from './available-card.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { OtherBalances } from './other-balances.tsx'
import { PayoutCard } from './payout-card.tsx'
import { payoutAccountQuery, walletViewQuery } from './queries.ts'
import { BalanceSkeleton } from './wallet-skeletons.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** What is in one's wallet, where it comes from, and how it gets to the bank. */
export function BalanceTab({ isNew }: { isNew: boolean }) {
  const zone = useOwnZone()
  const view = useQuery(walletViewQuery(zone))
  const payout = useQuery(payoutAccountQuery)
  const [opened, setOpened] = useState<{ dialog: 'bank' | 'withdraw'; time: number } | null>(null)
  const [shown, setShown] = useState(false)
  const availableCard = useRef<HTMLElement>(null)
  const bankCard = useRef<HTMLElement>(null)

  // Each opening is a form of its own, which stays on the screen while it goes.
  const open = (dialog: 'bank' | 'withdraw') => {
    setOpened({ dialog, time: Date.now() })
    setShown(true)
  }
  if (view.data === undefined || zone === null) {
    return view.error ? (
      <div className="pt-6">
        <ErrorState
          title="Unable to get the wallet details"
          onRetry={() => void view.refetch()}
          retrying={view.isFetching}
        >
          {problemText(view.error)}
        </ErrorState>
      </div>
    ) : (
      <BalanceSkeleton />
    )
  }
  const { balances, months } = view.data
  const account = payout.data?.account ?? null
  return (
    <>
      <div className="grid animate-rise gap-5 pt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <AvailableCard
          ref={availableCard}
          isNew={isNew}
          available={balances.available}
          account={payout.data === undefined ? undefined : account}
          onWithdraw={() => open('withdraw')}
        />
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <PayoutCard ref={bankCard} query={payout} onOpen={() => open('bank')} />
        </div>
        <OtherBalances view={view.data} zone={zone} />
        <EarningsChart months={months} />
      </div>
      {opened?.dialog === 'bank' && payout.data && (
        <BankDialog
          key={opened.time}
          open={shown}
          onClose={() => setShown(false)}
          payout={payout.data}
          finalFocus={changed => focusIn(bankCard.current, changed)}
        />
      )}
      {opened?.dialog === 'withdraw' && account && (
        <WithdrawDialog
          key={opened.time}
          open={shown}
          onClose={() => setShown(false)}
          available={balances.available}
          account={account}
          finalFocus={changed => focusIn(availableCard.current, changed)}
        />
      )}
    </>
  )
}

/** What gets the focus after a dialog of a card: its button, or its title where what was done may take that away. */
function focusIn(card: HTMLElement | null, changed: boolean): HTMLElement | null {
  return card?.querySelector(changed ? 'h2' : 'button') ?? null
}
