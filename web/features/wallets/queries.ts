import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { payouts } from '#shared/api/payouts.ts'
import {
  type Transaction,
  type TransactionFilter,
  transactionPageSize,
  wallets,
} from '#shared/api/wallets.ts'
import { call } from '#web/lib/api.ts'
import { cursorPaging } from '#web/lib/cursor-paging.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type WalletView = CallOutput<typeof wallets.view>
export type Payout = CallOutput<typeof payouts.get>

/** The refetch intervals for withdrawals in progress and for everything else, in milliseconds. */
const pace = { moving: 5_000, still: 60_000 }

/** The person's wallet; null before it exists. */
export const walletQuery = queryOptions({
  queryKey: [wallets.get.path],
  queryFn: async ({ signal }) => (await call(wallets.get, {}, { signal })).wallet,
})

/** The wallet's balances. Jobs, banks and students change them, so they are refetched on every visit. */
export const walletViewQuery = (zone: string | null) =>
  queryOptions({
    queryKey: [wallets.view.path, zone],
    queryFn: ({ signal }) => call(wallets.view, { query: { timezone: zone! } }, { signal }),
    enabled: zone !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.balances.under_way !== '0.00' ? pace.moving : pace.still,
  })

/** The person's payout account, and what the provider's form needs. */
export const payoutAccountQuery = queryOptions({
  queryKey: [payouts.get.path],
  queryFn: ({ signal }) => call(payouts.get, {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.account?.state === 'checking' ? pace.moving : pace.still),
})

type TransactionPage = { transactions: Transaction[]; next_cursor: string | null }

/** The person's statement, ten lines a page. */
export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [wallets.transactions.path, filter],
    queryFn: ({ pageParam, signal }): Promise<TransactionPage> =>
      call(wallets.transactions, { query: { filter, limit: transactionPageSize, ...pageParam } }, { signal }),
    ...cursorPaging<TransactionPage>(page => page.transactions),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && transactionsOf(data.pages).some(isMoving) ? pace.moving : pace.still,
  })

/** The lines of a statement, each once. */
export function transactionsOf(pages: readonly TransactionPage[]): Transaction[] {
  return eachOnce(pages.flatMap(page => page.transactions))
}

/** Refetches everything that shows a wallet; the current content stays until the answer is here. */
export function refreshWallet(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && path.startsWith('/api/payment/') && !path.endsWith('/quote'),
  })
}

function isMoving({ withdrawal }: Transaction): boolean {
  return withdrawal !== null && withdrawal.state !== 'paid' && withdrawal.state !== 'failed'
}
