import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { AvailableCard } from './available-card.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { OtherBalances } from './other-balances.tsx'
import { PayoutCard } from './payout-card.tsx'
import { payoutAccountQuery, walletViewQuery } from './queries.ts'
import { WalletFailed } from './wallet-failed.tsx'
import { BalanceSkeleton } from './wallet-skeletons.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** The wallet's balances, their sources, and withdrawing. */
export function BalanceTab({ isNew }: { isNew: boolean }) {
  const zone = useOwnZone()
  if (zone === null) return <BalanceSkeleton />
  return (
    <Loaded waiting={<BalanceSkeleton />} failed={WalletFailed}>
      <Balance isNew={isNew} zone={zone} />
    </Loaded>
  )
}

function Balance({ isNew, zone }: { isNew: boolean; zone: string }) {
  const { data: view } = useSuspenseQuery(walletViewQuery(zone))
  const payout = useQuery(payoutAccountQuery)
  // Each opening is a separate form, which stays mounted for its closing animation.
  const [bank, setBank] = useState<{ key: number; open: boolean } | null>(null)
  const [withdrawal, setWithdrawal] = useState<{ id: string; open: boolean } | null>(null)
  const [unsure, setUnsure] = useState(false)
  const availableCard = useRef<HTMLElement>(null)
  const bankCard = useRef<HTMLElement>(null)

  // A withdrawal that may have been made stays the same one, however often its form is opened.
  const openWithdrawal = () =>
    setWithdrawal({ id: unsure && withdrawal ? withdrawal.id : randomUuid(), open: true })
  const { balances, months } = view
  const account = payout.data?.account ?? null
  return (
    <>
      <div className="grid animate-rise grid-cols-1 gap-5 pt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <AvailableCard
          ref={availableCard}
          isNew={isNew}
          available={balances.available}
          payout={payout}
          onWithdraw={openWithdrawal}
        />
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <PayoutCard ref={bankCard} query={payout} onOpen={() => setBank({ key: Date.now(), open: true })} />
        </div>
        <OtherBalances view={view} zone={zone} />
        <EarningsChart months={months} />
      </div>
      {bank && payout.data && (
        <BankDialog
          key={bank.key}
          open={bank.open}
          onClose={() => setBank({ ...bank, open: false })}
          payout={payout.data}
          finalFocus={changed => focusIn(bankCard.current, changed)}
        />
      )}
      {withdrawal && account && (
        <WithdrawDialog
          key={withdrawal.id}
          id={withdrawal.id}
          open={withdrawal.open}
          onClose={() => setWithdrawal({ ...withdrawal, open: false })}
          unsure={unsure}
          onUnsure={setUnsure}
          available={balances.available}
          account={account}
          finalFocus={changed => focusIn(availableCard.current, changed)}
        />
      )}
    </>
  )
}

/**
 * Where the focus goes after a card's dialog: its button, or its title if the action may remove the button.
 */
function focusIn(card: HTMLElement | null, changed: boolean): HTMLElement | null {
  return card?.querySelector(changed ? 'h2' : 'button') ?? null
}
