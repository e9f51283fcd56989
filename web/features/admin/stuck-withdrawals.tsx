import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StuckWithdrawal } from '#shared/api/admin.ts'
import { stuckText } from '#shared/domain/stuck-text.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
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
  if (withdrawals.length === 0) return <p className="text-14 text-ink-soft">No stuck withdrawals</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {withdrawals.map(withdrawal => (
        <Withdrawal key={withdrawal.id} withdrawal={withdrawal} />
      ))}
    </ul>
  )
}

function Withdrawal({ withdrawal }: { withdrawal: StuckWithdrawal }) {
  const { name, username, amount, since, account_id, transfer_id, payout_id, failure } = withdrawal
  const ids = [account_id, transfer_id, payout_id].filter(id => id !== null)
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 tiny:grid-cols-1 py-3 text-14">
      <p className="font-semibold tabular-nums">{dollarsText(amount)}</p>
      <div className="min-w-0">
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
      </div>
    </li>
  )
}
