import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TransactionFilter } from '#shared/api/wallets.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Tabs, tabClass } from '#web/ui/tabs.tsx'
import { BalanceTab } from './balance-tab.tsx'
import { CreatingWallet } from './creating-wallet.tsx'
import { walletQuery } from './queries.ts'
import { type WalletTab, walletTabs } from './tabs.ts'
import { TermsGate } from './terms-gate.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { GateSkeleton } from './wallet-skeletons.tsx'

const names: Record<WalletTab, string> = { tutorBalance: 'Balance', transactions: 'Transactions' }

/** The money one earns by teaching and its way to the bank, and all one paid and got. */
export function WalletPage({ tab, filter }: { tab: WalletTab; filter: TransactionFilter }) {
  return (
    <>
      <h1 className="mb-3 text-28">Wallet</h1>
      <Tabs label="Wallet">
        {walletTabs.map(name => (
          <Link
            key={name}
            to="/profile/wallet"
            search={{ tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className={tabClass(name === tab)}
          >
            {names[name]}
          </Link>
        ))}
      </Tabs>
      {tab === 'tutorBalance' ? <OwnBalance /> : <TransactionsTab filter={filter} />}
    </>
  )
}

/** The balance, once there is a wallet whose terms are agreed to. */
function OwnBalance() {
  const { data: wallet, error, refetch, isFetching } = useQuery(walletQuery)
  const [agreed, setAgreed] = useState(false)
  if (wallet?.agreed) return <BalanceTab isNew={agreed} />
  if (agreed) return <CreatingWallet onBack={() => setAgreed(false)} />
  if (wallet !== undefined) return <TermsGate onAgree={() => setAgreed(true)} />
  if (!error) return <GateSkeleton />
  return (
    <div className="pt-6">
      <ErrorState
        title="Unable to get the wallet details"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {problemText(error)}
      </ErrorState>
    </div>
  )
}
