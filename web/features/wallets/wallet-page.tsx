import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TransactionFilter } from '#shared/api/wallets.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { BalanceTab } from './balance-tab.tsx'
import { CreatingWallet } from './creating-wallet.tsx'
import { walletQuery } from './queries.ts'
import { type WalletTab, walletTabs } from './tabs.ts'
import { TermsGate } from './terms-gate.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { WalletFailed } from './wallet-failed.tsx'
import { GateSkeleton } from './wallet-skeletons.tsx'

const names: Record<WalletTab, string> = { tutorBalance: 'Balance', transactions: 'Transactions' }

/** A tutor's earnings and withdrawals, and everything the person paid and received. */
export function WalletPage({ tab, filter }: { tab: WalletTab; filter: TransactionFilter }) {
  return (
    <>
      <h1 className="mb-3 text-28">Wallet</h1>
      <Tabs label="Wallet">
        {walletTabs.map(name => (
          <Link key={name} to="/profile/wallet" search={{ tab: name }} {...tabLink(name === tab)}>
            {names[name]}
          </Link>
        ))}
      </Tabs>
      {tab === 'tutorBalance' ? (
        <Loaded waiting={<GateSkeleton />} failed={WalletFailed}>
          <OwnBalance />
        </Loaded>
      ) : (
        <TransactionsTab filter={filter} />
      )}
    </>
  )
}

/** The balance, once a wallet with accepted terms exists. */
function OwnBalance() {
  const { data: wallet } = useSuspenseQuery(walletQuery)
  const [agreed, setAgreed] = useState(false)
  if (wallet?.agreed) return <BalanceTab isNew={agreed} />
  if (agreed) return <CreatingWallet onBack={() => setAgreed(false)} />
  return <TermsGate onAgree={() => setAgreed(true)} />
}
