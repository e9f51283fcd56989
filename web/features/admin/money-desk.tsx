import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { type BookingOfMoney, type LedgerFinding, unfinishedCheck } from '#shared/api/admin.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Attendance } from './attendance.tsx'
import { type Failed, FailedRefund, SettleRefundDialog } from './failed-refund.tsx'
import { MeetingTime, Sides } from './meeting-facts.tsx'
import { MoneyRow, MoneyRows } from './money-rows.tsx'
import { moneyQuery } from './queries.ts'
import { RefundBooking } from './refund-booking.tsx'
import { StuckWithdrawals } from './stuck-withdrawals.tsx'

const waitsFor = {
  balance: 'Needs more money in our balance at the payment provider.',
  bank: 'Waits until the student’s bank decides the dispute.',
}

/** Whether the money adds up, and what waits for an operator. */
export function MoneyDesk() {
  return (
    <Loaded waiting={<DeskSkeleton />} failed="The money didn’t load">
      <Desk />
    </Loaded>
  )
}

function DeskSkeleton() {
  return (
    <div role="status" aria-label="Loading: the money" className="flex max-w-[52rem] flex-col gap-6">
      {['first', 'second', 'third'].map(row => (
        <Skeleton key={row} className="h-28 rounded-10" />
      ))}
    </div>
  )
}

function Desk() {
  const { data: money } = useSuspenseQuery(moneyQuery)
  const { failed_refunds: failed, waiting_refunds: waiting, disputes } = money
  const failedHeading = useRef<HTMLHeadingElement>(null)
  const [settling, setSettling] = useState<{ refund: Failed; open: boolean } | null>(null)
  return (
    <div className="flex max-w-[52rem] flex-col gap-10">
      <Part title="The ledger">
        <Check checkedOn={money.checked_on} findings={money.findings} />
      </Part>
      <Part
        ref={failedHeading}
        title="Refunds that failed"
        says={
          failed.length > 0 &&
          'We still owe students this money: their bank returned the refund, or the provider rejected it.'
        }
      >
        <MoneyRows empty="No failed refunds">
          {failed.map(refund => (
            <Row
              key={refund.id}
              amount={refund.amount}
              booking={refund}
              acts={
                <FailedRefund
                  refund={refund}
                  onRetried={() => failedHeading.current?.focus()}
                  onSettle={() => setSettling({ refund, open: true })}
                />
              }
            >
              {refund.reason}
              {refund.failure && <span className="text-ink-faint"> ({refund.failure})</span>}
            </Row>
          ))}
        </MoneyRows>
        {settling && (
          // Beside the list: the refund may leave the list before the dialog closes.
          <SettleRefundDialog
            key={settling.refund.id}
            refund={settling.refund}
            open={settling.open}
            onClose={() => setSettling({ ...settling, open: false })}
            listHeading={() => failedHeading.current}
          />
        )}
      </Part>
      <Part
        title="Refunds that wait"
        says={waiting.length > 0 && 'We send each of these as soon as what it waits for is there.'}
      >
        <MoneyRows empty="No waiting refunds">
          {waiting.map(refund => (
            <Row key={refund.id} amount={refund.amount} booking={refund}>
              {refund.reason}
              <span className="text-ink-faint">
                , owed to the student <RelativeTime date={refund.owed_on} />
              </span>
              <span className="block font-medium">{waitsFor[refund.waits_for]}</span>
            </Row>
          ))}
        </MoneyRows>
      </Part>
      <Part
        title="Open disputes"
        says={
          disputes.length > 0 &&
          'The student’s bank is holding the money until it decides. Respond at the payment provider.'
        }
      >
        <MoneyRows empty="No open disputes">
          {disputes.map(dispute => (
            <Row
              key={dispute.id}
              amount={dispute.amount}
              booking={dispute}
              disputeId={dispute.id}
              facts={
                <div className="mt-1 max-w-80">
                  <Attendance {...dispute} />
                </div>
              }
            >
              <span className="inline-block first-letter:uppercase">{dispute.reason}</span>
              <span className="text-ink-faint">
                , opened <RelativeTime date={dispute.opened_on} />
              </span>
              <span className="block font-medium">
                {dispute.answer_by === null ? (
                  'Answered. The bank is deciding.'
                ) : (
                  <>
                    Answer due <RelativeTime date={dispute.answer_by} ahead />
                  </>
                )}
              </span>
            </Row>
          ))}
        </MoneyRows>
      </Part>
      <Part title="Stuck withdrawals">
        <StuckWithdrawals />
      </Part>
      <Part
        title="Refund a booking"
        says="Refund any paid booking, even after the tutor was paid. We tell both people why."
      >
        <RefundBooking />
      </Part>
    </div>
  )
}

function Part({
  ref,
  title,
  says,
  children,
}: {
  /** The heading. */
  ref?: Ref<HTMLHeadingElement>
  title: string
  says?: string | false
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 ref={ref} id={id} tabIndex={-1} className="text-18 outline-none">
        {title}
      </h2>
      {says && <p className="mt-0.5 max-w-prose text-14 text-ink-soft">{says}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

/** The findings of the last ledger check; it fixes nothing. */
function Check({ checkedOn, findings }: { checkedOn: string | null; findings: LedgerFinding[] }) {
  if (checkedOn === null) {
    return <p className="text-14 text-ink-soft">Not checked yet. We check once a day.</p>
  }
  const when = <RelativeTime date={checkedOn} />
  const wrong = findings.filter(({ kind }) => kind !== unfinishedCheck).length
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-10 bg-positive-wash px-4 py-3 text-14 text-positive">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        <span>Everything adds up here and at the payment provider. Checked {when}.</span>
      </p>
    )
  }
  return (
    <div className="rounded-10 border border-line bg-sheet">
      <p className="flex items-center gap-3 rounded-t-10 bg-negative-wash px-4 py-3 text-14 font-medium text-negative">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        <span>
          {wrong === 0
            ? 'The check couldn’t be finished.'
            : `${wrong === 1 ? 'One thing doesn’t' : `${wrong} things don’t`} add up.`}{' '}
          Checked {when}.
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

/** Waiting money: why it waits, and the booking that it is about. */
function Row({
  amount,
  booking,
  disputeId,
  facts,
  acts,
  children,
}: {
  amount: string
  booking: BookingOfMoney & { student_email?: string | null }
  disputeId?: string
  facts?: ReactNode
  acts?: ReactNode
  children: ReactNode
}) {
  return (
    <MoneyRow amount={amount}>
      <p className="wrap-anywhere">{children}</p>
      <p className="mt-2 wrap-anywhere">
        <bdi className="font-medium">{booking.topic}</bdi>
        <span className="block text-ink-soft">
          <MeetingTime {...booking} />
        </span>
      </p>
      <div className="mt-2 flex flex-col gap-2">
        <Sides {...booking} />
        {facts}
      </div>
      <p className="mt-2 text-12 text-ink-faint">
        Booking <Id>{booking.booking_id}</Id>
        {disputeId && (
          <span className="block">
            Dispute <Id>{disputeId}</Id>
          </span>
        )}
      </p>
      {acts}
    </MoneyRow>
  )
}

function Id({ children }: { children: string }) {
  return <span className="figures wrap-anywhere">{children}</span>
}
