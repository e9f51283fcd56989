import type { UseQueryResult } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { PayoutAccount } from '#shared/api/payouts.ts'
import { SupportLink } from '#web/features/support/support-link.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { bankText } from './bank-text.ts'
import type { Payout } from './queries.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Where withdrawals go, or what is still missing, with the next step. */
export function PayoutCard({
  ref,
  query,
  onOpen,
}: {
  ref: Ref<HTMLElement>
  query: UseQueryResult<Payout>
  onOpen: () => void
}) {
  const { data, error, refetch, isFetching } = query
  return (
    <section
      ref={ref}
      aria-labelledby="payout-account"
      className="rounded-16 border border-line bg-sheet p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="payout-account" tabIndex={-1} className="text-18 outline-none">
          Bank account
        </h2>
        {data?.account && <StateChip state={data.account.state} />}
      </div>
      <div className="mt-3 flex flex-col items-start gap-4 text-14">
        {data ? (
          <PayoutStatus account={data.account} onOpen={onOpen} />
        ) : error ? (
          <div role="alert" className="flex flex-col items-start gap-3 text-ink-soft">
            {problemText(error)}
            <Button size="sm" onClick={() => void refetch()} pending={isFetching}>
              Retry
            </Button>
          </div>
        ) : (
          <div role="status" aria-label="Loading your bank account" className="flex w-full flex-col gap-3">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-1 h-10 w-40 rounded-10" />
          </div>
        )}
      </div>
    </section>
  )
}

function PayoutStatus({ account, onOpen }: { account: PayoutAccount | null; onOpen: () => void }) {
  const refresh = useRefreshAccount()
  switch (account?.state) {
    case 'due':
      return (
        <>
          <Due account={account}>Stripe still needs this before it can pay you:</Due>
          {account.bank_last4 && <Bank account={account} />}
          <Button variant="primary" onClick={onOpen}>
            Update on Stripe
          </Button>
        </>
      )
    case 'checking':
      return (
        <>
          <p className="text-ink-soft">
            Stripe is checking your information. This usually takes minutes, sometimes a day or two. We’ll let
            you know when it’s done.
          </p>
          {account.bank_last4 && <Bank account={account} />}
          <Button pending={refresh.isPending} onClick={() => refresh.mutate()}>
            Check again
          </Button>
        </>
      )
    case 'ready':
      return (
        <>
          <Bank account={account} />
          <p className="text-ink-soft">Withdrawals go here, in US dollars, through Stripe.</p>
          {account.due.length > 0 && (
            <Due account={account}>To keep your payouts going, Stripe needs this soon:</Due>
          )}
          <Button size="sm" onClick={onOpen}>
            {account.due.length > 0 ? 'Update on Stripe' : 'Change bank account'}
          </Button>
        </>
      )
    case 'rejected':
      return (
        <p className="text-ink-soft [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4">
          Stripe no longer sends payouts to your account. Your balance is safe.{' '}
          <SupportLink>Contact support</SupportLink> to get it paid out.
        </p>
      )
    default:
      return (
        <>
          <p className="text-ink-soft">
            {account
              ? 'You started adding a bank account. Finish to get paid.'
              : 'Choose where we send your earnings. Stripe asks for some information about you. It takes about five minutes.'}
          </p>
          <Button variant="primary" onClick={onOpen}>
            Add Bank Account
          </Button>
        </>
      )
  }
}

/** Stripe's open requirements, in words. */
function Due({ account, children }: { account: PayoutAccount; children: ReactNode }) {
  return (
    <div className="text-ink-soft">
      <p>{children}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-ink marker:text-line-strong">
        {account.due.map(one => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}

function Bank({ account }: { account: PayoutAccount }) {
  return (
    <p className="flex max-w-full items-center gap-3">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent">
        <Landmark aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 font-medium wrap-anywhere">{bankText(account)}</span>
    </p>
  )
}

const chips: Record<
  PayoutAccount['state'],
  { text: ReactNode; tone: 'positive' | 'lamp' | 'negative' | 'neutral' }
> = {
  new: { text: 'In progress', tone: 'lamp' },
  due: { text: 'Information needed', tone: 'lamp' },
  checking: { text: 'In review', tone: 'neutral' },
  ready: { text: 'Ready', tone: 'positive' },
  rejected: { text: 'Stopped', tone: 'negative' },
}

function StateChip({ state }: { state: PayoutAccount['state'] }) {
  const { text, tone } = chips[state]
  return (
    <Chip tone={tone} className="shrink-0">
      {text}
    </Chip>
  )
}
