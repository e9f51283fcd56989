import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { callUrl } from '#shared/api/contract.ts'
import { type TransactionFilter, transactionFilters, wallets } from '#shared/api/wallets.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { filterPill } from '#web/ui/filter-pill.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreFailed } from '#web/ui/more-failed.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { centsOf } from './amounts.ts'
import { BelowZero } from './below-zero.tsx'
import { byMonth } from './by-month.ts'
import { transactionsOf, transactionsQuery, walletViewQuery } from './queries.ts'
import { TransactionLine } from './transaction-line.tsx'
import { TransactionSkeletons } from './wallet-skeletons.tsx'

const filterNames: Record<TransactionFilter, string> = {
  all: 'All',
  earnings: 'Earnings',
  payments: 'Payments',
  refunds: 'Refunds',
  withdrawals: 'Withdrawals',
}

/** Everything the person paid, earned and withdrew, with a filter, and as a table to download. */
export function TransactionsTab({ filter }: { filter: TransactionFilter }) {
  const zone = useViewerZone()
  const { data: view } = useQuery(walletViewQuery(useOwnZone()))
  return (
    <div className="group/list pt-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Filters filter={filter} />
        <a
          href={callUrl(wallets.transactionsFile, { query: { filter, timezone: zone } })}
          download
          className={cx(buttonClass({ size: 'sm' }), 'group-has-data-empty/list:hidden')}
        >
          <Download aria-hidden="true" className="size-4" />
          Download CSV
        </a>
      </div>
      {view && centsOf(view.balances.available) < 0 && (
        <div className="mb-5">
          <BelowZero />
        </div>
      )}
      <Loaded
        key={filter}
        waiting={<TransactionSkeletons label="Loading your transactions" />}
        failed="Failed to load transactions. Please try again."
      >
        <TransactionList filter={filter} zone={zone} />
      </Loaded>
    </div>
  )
}

function Filters({ filter }: { filter: TransactionFilter }) {
  return (
    <nav aria-label="Transactions by kind" className="flex flex-wrap gap-2">
      {transactionFilters.map(name => (
        <Link
          key={name}
          to="/profile/wallet"
          search={{ tab: 'transactions', filter: name === 'all' ? undefined : name }}
          {...filterPill(name === filter)}
        >
          {filterNames[name]}
        </Link>
      ))}
    </nav>
  )
}

function TransactionList({ filter, zone }: { filter: TransactionFilter; zone: string }) {
  const query = useSuspenseInfiniteQuery(transactionsQuery(filter))
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const lines = transactionsOf(data.pages)
  if (lines.length === 0) return <Nothing filter={filter} />
  return (
    <>
      <div className="flex animate-rise flex-col gap-6">
        {byMonth(lines, zone).map(({ name, lines: ofMonth }) => (
          <section key={name} aria-label={name}>
            <h2 className="mb-2 text-16">{name}</h2>
            <ul className="divide-y divide-line rounded-16 border border-line bg-sheet">
              {ofMonth.map(line => (
                <TransactionLine key={line.id} line={line} zone={zone} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="mt-2 text-right text-12 text-ink-faint">Times are in {zoneName(zone)}.</p>
      {isFetchNextPageError ? (
        <MoreFailed
          title="Failed to load transactions. Please try again."
          error={error}
          onRetry={() => void query.fetchNextPage()}
          retrying={isFetchingNextPage}
        />
      ) : (
        hasNextPage && (
          <div className="mt-4 flex justify-center">
            <Button pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load more
            </Button>
          </div>
        )
      )}
    </>
  )
}

function Nothing({ filter }: { filter: TransactionFilter }) {
  return (
    <EmptyState
      picture={<Lamp lit={filter === 'all'} className="h-28" />}
      title={filter === 'all' ? 'You have no transactions' : `No ${filter} yet`}
      action={
        filter === 'all' ? (
          <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
            Browse notes
          </Link>
        ) : (
          <Link to="/profile/wallet" search={{ tab: 'transactions' }} className={buttonClass()}>
            See all transactions
          </Link>
        )
      }
    >
      {filter === 'all'
        ? 'Your payments, earnings, refunds and withdrawals show up here.'
        : `Your ${filter} show up here.`}
    </EmptyState>
  )
}
