import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { admin, LedgerFinding } from '#shared/api/admin.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { dollarsText } from '#web/features/booking/dollars-text.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { FailedRefund } from './failed-refund.tsx'
import { moneyQuery } from './queries.ts'
import { RefundBooking } from './refund-booking.tsx'

type Money = CallOutput<typeof admin.money>

/** Whether the money adds up, and what of it waits for a person. */
export function MoneyDesk() {
  const { data, error, isFetching, refetch } = useQuery(moneyQuery)
  if (data) return <Desk money={data} />
  return error ? (
    <ErrorState title="The money didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
      {problemText(error)}
    </ErrorState>
  ) : (
    <div role="status" aria-label="Loading: the money" className="flex max-w-[52rem] flex-col gap-6">
      {['first', 'second', 'third'].map(row => (
        <Skeleton key={row} className="h-28 rounded-10" />
      ))}
    </div>
  )
}

function Desk({ money }: { money: Money }) {
  const { failed_refunds: failed, disputes } = money
  return (
    <div className="flex max-w-[52rem] flex-col gap-10">
      <Part title="The ledger">
        <Check checkedOn={money.checked_on} findings={money.findings} />
      </Part>
      <Part
        title="Refunds that failed"
        says={
          failed.length > 0 &&
          'Owed to the student still: the bank sent them back, or the provider won’t make them.'
        }
      >
        <Rows empty="Every refund has arrived, or is on its way.">
          {failed.map(refund => (
            <Row
              key={refund.id}
              amount={refund.amount}
              bookingId={refund.booking_id}
              acts={<FailedRefund refund={refund} />}
            >
              {refund.reason}
              {refund.failure && <span className="text-ink-faint"> ({refund.failure})</span>}
            </Row>
          ))}
        </Rows>
      </Part>
      <Part
        title="Open disputes"
        says={
          disputes.length > 0 &&
          'The student’s bank has taken the money until it decides. Answer them at the payment provider.'
        }
      >
        <Rows empty="No bank disputes a payment.">
          {disputes.map(({ booking_id, amount, reason, opened_on, answer_by }) => (
            <Row key={`${booking_id} ${opened_on}`} amount={amount} bookingId={booking_id}>
              <span className="inline-block first-letter:uppercase">{reason}</span>
              <span className="text-ink-faint">
                , opened <RelativeTime date={opened_on} />
              </span>
              <span className="block font-medium">
                {answer_by === null ? (
                  'Answered: the bank decides.'
                ) : (
                  <>
                    To be answered <RelativeTime date={answer_by} />
                  </>
                )}
              </span>
            </Row>
          ))}
        </Rows>
      </Part>
      <Part
        title="Refund a booking"
        says="Gives money of any paid booking back, also after its tutor was paid. Both of its people are told why."
      >
        <RefundBooking />
      </Part>
    </div>
  )
}

function Part({ title, says, children }: { title: string; says?: string | false; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-18">
        {title}
      </h2>
      {says && <p className="mt-0.5 max-w-prose text-14 text-ink-soft">{says}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

/** What the last check of the ledger found; nothing is mended by it. */
function Check({ checkedOn, findings }: { checkedOn: string | null; findings: LedgerFinding[] }) {
  if (checkedOn === null) {
    return <p className="text-14 text-ink-soft">It wasn’t checked yet. That happens once a day.</p>
  }
  const when = <RelativeTime date={checkedOn} />
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-10 bg-positive-wash px-4 py-3 text-14 text-positive">
        <CircleCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
        <span>Everything adds up, here and at the payment provider. Checked {when}.</span>
      </p>
    )
  }
  return (
    <div className="rounded-10 border border-line bg-sheet">
      <p className="flex items-center gap-3 rounded-t-10 bg-negative-wash px-4 py-3 text-14 font-medium text-negative">
        <TriangleAlert aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
        <span>
          {findings.length === 1 ? 'One thing doesn’t' : `${findings.length} things don’t`} add up. Checked{' '}
          {when}.
        </span>
      </p>
      <ul className="divide-y divide-line px-4">
        {findings.map(({ kind, subject, text }) => (
          <li key={`${kind} ${subject} ${text}`} className="py-3 text-14">
            <p className="wrap-anywhere">{text}</p>
            <p className="figures mt-0.5 text-12 wrap-anywhere text-ink-faint">
              {kind} · {subject}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-14 text-ink-soft">{empty}</p>
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>
}

function Row({
  amount,
  bookingId,
  acts,
  children,
}: {
  amount: string
  bookingId: string
  acts?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 py-3 text-14">
      <p className="font-semibold tabular-nums">{dollarsText(amount)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">{children}</p>
        <p className="mt-0.5 text-12 text-ink-faint">
          Booking <span className="figures wrap-anywhere">{bookingId}</span>
        </p>
        {acts}
      </div>
    </li>
  )
}
