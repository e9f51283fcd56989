import { createFileRoute } from '@tanstack/react-router'
import { type TransactionFilter, transactionFilters } from '#shared/api/wallets.ts'
import { payoutAccountQuery, transactionsQuery, walletQuery } from '#web/features/wallets/queries.ts'
import { type WalletTab, walletTabs } from '#web/features/wallets/tabs.ts'
import { WalletPage } from '#web/features/wallets/wallet-page.tsx'

type Search = {
  /** The balance if absent. */
  tab?: WalletTab | undefined
  /** Of the transactions; all if absent. */
  filter?: TransactionFilter | undefined
}

export const Route = createFileRoute('/_signed-in/profile/wallet')({
  validateSearch: ({ tab, filter }): Search => ({
    tab: walletTabs.find(name => name === tab),
    filter: transactionFilters.find(name => name === filter),
  }),
  loaderDeps: ({ search: { tab = 'tutorBalance', filter = 'all' } }) => ({ tab, filter }),
  // Not awaited: the page shows a placeholder, and reports its own failures.
  loader: ({ context: { queryClient }, deps: { tab, filter } }) => {
    if (tab === 'transactions') return void queryClient.prefetchInfiniteQuery(transactionsQuery(filter))
    void queryClient.prefetchQuery(walletQuery)
    void queryClient.prefetchQuery(payoutAccountQuery)
  },
  head: () => ({ meta: [{ title: 'Wallet' }] }),
  component: Wallet,
})

function Wallet() {
  return <WalletPage {...Route.useLoaderDeps()} />
}
