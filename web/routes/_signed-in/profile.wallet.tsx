import { createFileRoute } from '@tanstack/react-router'
import { type TransactionFilter, transactionFilters } from '#shared/api/wallets.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { payoutAccountQuery, transactionsQuery, walletQuery } from '#web/features/wallet/queries.ts'
import { type WalletTab, walletTabs } from '#web/features/wallet/tabs.ts'
import { WalletPage } from '#web/features/wallet/wallet-page.tsx'

type Search = {
  /** The balance when absent. */
  tab?: WalletTab | undefined
  /** Of the transactions; all when absent. */
  filter?: TransactionFilter | undefined
}

export const Route = createFileRoute('/_signed-in/profile/wallet')({
  validateSearch: ({ tab, filter }): Search => ({
    tab: walletTabs.find(name => name === tab),
    filter: transactionFilters.find(name => name === filter),
  }),
  loaderDeps: ({ search: { tab = 'tutorBalance', filter = 'all' } }) => ({ tab, filter }),
  // Not waited for: the page shows the shape of what is coming, and says itself what failed.
  loader: ({ context: { queryClient }, deps: { tab, filter } }) => {
    void queryClient.prefetchQuery(ownProfileQuery)
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
