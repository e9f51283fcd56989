import type { ReactNode } from 'react'
import { dollarsText, hasFee } from '#web/features/bookings/dollars-text.ts'
import { ZonedTimes } from '#web/features/bookings/order-lines.tsx'
import { rateOf } from '#web/features/people/person-facts.ts'
import { dayText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import type { Receipt } from './queries.ts'

/** A receipt as a sheet of paper: who paid whom for what, how it adds up, and refunds. */
export function ReceiptSheet({ receipt, zone }: { receipt: Receipt; zone: string }) {
  const { starts_on, ends_on } = receipt
  return (
    <article
      aria-labelledby="receipt-title"
      className="mx-auto max-w-[44rem] rounded-16 border border-line bg-sheet px-5 py-7 sm:px-10 sm:py-10 print:max-w-none print:rounded-none print:border-0 print:bg-transparent print:p-0"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line-strong pb-5">
        <div>
          <p className="font-serif text-18 font-semibold">Ignite</p>
          <h1 id="receipt-title" className="mt-1 text-28 sm:text-40">
            Receipt
          </h1>
        </div>
        <dl className="text-14 sm:text-right">
          <dt className="text-ink-faint">Number</dt>
          <dd className="figures">{receipt.number}</dd>
        </dl>
      </header>
      <dl className="grid gap-x-8 gap-y-4 border-b border-line py-5 text-14 sm:grid-cols-2 print:grid-cols-2">
        <Fact term="Paid by">
          <bdi>{receipt.student_name}</bdi>
        </Fact>
        <Fact term="Paid for a meeting with">
          <bdi>{receipt.tutor_name}</bdi> <span className="text-ink-faint">@{receipt.tutor_username}</span>
        </Fact>
        <Fact term="Paid on">
          <time dateTime={receipt.paid_on}>{dayText(receipt.paid_on, zone)}</time>
        </Fact>
        <Fact term="Meeting">
          <time dateTime={starts_on}>{dayText(starts_on, zone)}</time>
          <span className="block">
            <ZonedTimes start={starts_on} end={ends_on} zone={zone} />
          </span>
        </Fact>
      </dl>
      <Sums receipt={receipt} zone={zone} />
      <footer className="mt-8 border-t border-line pt-4 text-12 text-ink-faint">
        <p>All amounts are in US dollars. Stripe processes payments for Ignite.</p>
        <p className="mt-1">
          Booking <span className="figures wrap-anywhere">{receipt.booking_id}</span>
        </p>
      </footer>
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-faint">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The money, from the price to what remains paid, in one column that adds up. */
function Sums({ receipt, zone }: { receipt: Receipt; zone: string }) {
  const { topic, minutes, hourly_rate, amount, fee, total, refunds, net } = receipt
  return (
    <table className="mt-2 w-full text-14">
      <caption className="sr-only">Payments and refunds</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <Row
          what={<bdi>{topic}</bdi>}
          more={`${minutes} minutes at ${rateOf(hourly_rate)}`}
          amount={dollarsText(amount)}
        />
        {hasFee({ fee }) && <Row what="Platform fee" amount={dollarsText(fee)} />}
        <Row what="Total paid" amount={dollarsText(total)} strong />
        {refunds.map(one => (
          <Row
            key={`${one.date} ${one.amount} ${one.reason}`}
            what={refundTitles[one.state]}
            more={`${dayText(one.date, zone)}. ${one.reason}.`}
            amount={counts(one.state) ? `−${dollarsText(one.amount)}` : dollarsText(one.amount)}
            faint={!counts(one.state)}
          />
        ))}
        {refunds.length > 0 && <Row what="Total after refunds" amount={dollarsText(net)} strong />}
      </tbody>
    </table>
  )
}

const refundTitles: Record<Receipt['refunds'][number]['state'], string> = {
  pending: 'Refund, on its way',
  done: 'Refund',
  failed: 'Refund returned by the bank; contact support',
  settled: 'Refunded another way',
  void: 'No refund: the bank had already returned the payment',
}

/** Whether the refund is sent, or about to be: a failed or skipped one changes nothing. */
function counts(state: Receipt['refunds'][number]['state']): boolean {
  return state === 'done' || state === 'pending' || state === 'settled'
}

function Row({
  what,
  more,
  amount,
  strong = false,
  faint = false,
}: {
  what: ReactNode
  more?: string
  amount: string
  strong?: boolean
  /** Shown, but not part of the sum. */
  faint?: boolean
}) {
  return (
    <tr
      className={cx(
        'break-inside-avoid align-baseline tiny:flex tiny:flex-wrap tiny:gap-x-4 tiny:py-3',
        strong ? 'font-semibold' : 'border-b border-line',
      )}
    >
      <th
        scope="row"
        className={cx(
          'py-3 pr-4 text-left wrap-anywhere tiny:p-0',
          strong ? 'text-16 font-semibold' : 'font-normal',
        )}
      >
        {what}
        {more && <span className="block text-12 font-normal text-ink-faint">{more}</span>}
      </th>
      <td
        className={cx(
          'py-3 text-right whitespace-nowrap tabular-nums tiny:ml-auto tiny:p-0',
          strong && 'text-18',
          faint && 'text-ink-faint line-through',
        )}
      >
        {amount}
      </td>
    </tr>
  )
}
