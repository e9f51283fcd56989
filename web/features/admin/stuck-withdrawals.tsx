import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StuckWithdrawal } from '#shared/api/admin.ts'
import { stuckText } from '#shared/domain/stuck-text.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MoneyRow, MoneyRows } from './money-rows.tsx'
import { stuckWithdrawalsQuery } from './queries.ts'

/** Withdrawals that need an operator, who finds out why at the payment provider. */
export function StuckWithdrawals() {
  return (
    <Loaded waiting={<ListSkeleton />} failed="The stuck withdrawals didn’t load">
      <List />
    </Loaded>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading: the stuck withdrawals">
      <Skeleton className="h-5 w-56" />
    </div>
  )
}

function List() {
  const { withdrawals } = useSuspenseQuery(stuckWithdrawalsQuery).data
  return (
    <MoneyRows empty="No stuck withdrawals">
      {withdrawals.map(withdrawal => (
        <Withdrawal key={withdrawal.id} withdrawal={withdrawal} />
      ))}
    </MoneyRows>
  )
}

function Withdrawal({ withdrawal }: { withdrawal: StuckWithdrawal }) {
  const { name, username, amount, since, account_id, transfer_id, payout_id, failure } = withdrawal
  const ids = [account_id, transfer_id, payout_id].filter(id => id !== null)
  return (
    <MoneyRow amount={amount}>
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <Link
          to="/admin"
          search={{ tab: 'people', text: username }}
          className="text-accent underline underline-offset-4"
        >
          @{username}
        </Link>
        <span className="text-ink-faint">
          , <RelativeTime date={since} />
        </span>
      </p>
      <p className="mt-0.5 max-w-prose wrap-anywhere">
        {stuckText(withdrawal)}
        {failure && <span className="text-ink-faint"> ({failure})</span>}
      </p>
      <p className="figures mt-0.5 text-12 wrap-anywhere text-ink-faint">{ids.join(' · ')}</p>
    </MoneyRow>
  )
}
