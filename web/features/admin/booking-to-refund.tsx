import type { ReactNode } from 'react'
import type { BookingToRefund, Side } from '#shared/api/admin.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { centsOf } from '#web/features/wallets/amounts.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText } from '#web/lib/zoned-time.ts'
import { MeetingTime } from './meeting-facts.tsx'
import { leftOf } from './settle-words.ts'

/** What an operator checks before a refund: whose booking it is, and its money. */
export function BookingFacts({ booking }: { booking: BookingToRefund }) {
  const zone = useViewerZone()
  const { topic, student, tutor, paid_on, amount, fee, refunds } = booking
  return (
    <dl className="-my-1.5 text-14">
      <Fact term="Meeting">
        <bdi className="font-medium">{topic}</bdi>
        <span className="block text-ink-soft">
          <MeetingTime {...booking} />
        </span>
      </Fact>
      <Fact term="Student">
        <Name person={student} />
      </Fact>
      <Fact term="Tutor">
        <Name person={tutor} />
      </Fact>
      {paid_on !== null && (
        <Fact term="Paid">
          <Sum amount={centsToDecimal(centsOf(amount) + centsOf(fee))} />{' '}
          <span className="text-ink-soft">{momentText(paid_on, zone)}</span>
        </Fact>
      )}
      {refunds.map(({ date, amount, reason, state }) => (
        <Fact key={`${date} ${amount} ${reason}`} term={refundTerms[state]}>
          <Sum amount={amount} />{' '}
          <span className="text-ink-soft">
            {momentText(date, zone)}
            <span className="block">{reason}</span>
          </span>
        </Fact>
      ))}
      {paid_on !== null && (
        <Fact term="Left to refund">
          <span className="font-semibold tabular-nums">{formatDollars(leftOf(booking))}</span>
        </Fact>
      )}
    </dl>
  )
}

const refundTerms: Record<BookingToRefund['refunds'][number]['state'], string> = {
  pending: 'Refund on its way',
  done: 'Refunded',
  failed: 'Failed refund',
  settled: 'Refunded another way',
  void: 'Refund that the bank replaced',
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-1.5 last:border-b-0 tiny:grid-cols-1">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Name({ person: { name, username } }: { person: Side }) {
  return (
    <>
      <bdi className="font-medium">{name}</bdi>{' '}
      {username !== null && <span className="text-ink-faint">@{username}</span>}
    </>
  )
}

function Sum({ amount }: { amount: string }) {
  return <span className="mr-1 tabular-nums">{dollarsText(amount)}</span>
}
