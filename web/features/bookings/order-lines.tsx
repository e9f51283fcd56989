import type { ReactNode } from 'react'
import { rateOf } from '#web/features/people/person-facts.ts'
import { dayText, otherZone, shortDayText, timesText, zoneAfter } from '#web/lib/zoned-time.ts'
import { dollarsText, hasFee } from './dollars-text.ts'
import type { Run } from './slot-queries.ts'

/** The parts of an order, adding up to its total. */
export function OrderLines({
  tutor,
  tutorZone,
  zone,
  run,
  minutes,
  rate,
  amount,
  fee,
  total,
}: {
  tutor: string
  tutorZone: string | null
  zone: string
  run: Run
  minutes: number
  rate: string
  amount: string
  fee: string
  total: string
}) {
  return (
    <dl className="text-14">
      <Line term="Tutor">
        <bdi>{tutor}</bdi>
      </Line>
      <WhenLines run={run} zone={zone} other={{ role: 'tutor', zone: tutorZone }} />
      <Line term="Duration">{minutes} minutes</Line>
      <Line term="Price">
        {rateOf(rate)} × {minutes} minutes
      </Line>
      <FeeLines amount={amount} fee={fee} />
      <TotalLine term="Total amount" amount={dollarsText(total)} />
    </dl>
  )
}

/** The day and hours, also as the other side's clock shows them if it differs. */
export function WhenLines({
  run: { start, end },
  zone,
  other,
}: {
  run: Run
  zone: string
  other: { role: 'tutor' | 'student'; zone: string | null }
}) {
  const theirs = otherZone(other.zone, zone)
  const otherDay = theirs && shortDayText(start, theirs) !== shortDayText(start, zone)
  return (
    <>
      <Line term="Date">
        <time dateTime={start}>{dayText(start, zone)}</time>
      </Line>
      <Line term="Time">
        <ZonedTimes start={start} end={end} zone={zone} />
      </Line>
      {theirs && (
        <Line term={other.role === 'tutor' ? 'For the tutor' : 'For the student'}>
          {otherDay && `${shortDayText(start, theirs)}, `}
          <ZonedTimes start={start} end={end} zone={theirs} />
        </Line>
      )}
    </>
  )
}

/** Hours and their zone; a line breaks only between the two, unless one of them is longer than a line. */
export function ZonedTimes({ start, end, zone }: Run & { zone: string }) {
  return (
    <>
      <span className="inline-block">{timesText(start, end, zone)}</span>{' '}
      <span className="inline-block text-ink-faint">{zoneAfter(start, end, zone)}</span>
    </>
  )
}

/** A fact of an order. */
export function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 tight:grid-cols-1 tight:gap-0 border-b border-line py-2.5">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The two parts of a total, if there are two: the tutor's price, and the platform's fee. */
export function FeeLines({ amount, fee }: { amount: string; fee: string }) {
  if (!hasFee({ fee })) return null
  return (
    <>
      <SumLine term="Tutor’s price" amount={amount} />
      <SumLine term="Platform fee" amount={fee} />
    </>
  )
}

/** A part of the total, below the other parts. */
function SumLine({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="tabular-nums">{dollarsText(amount)}</dd>
    </div>
  )
}

/** The total. */
export function TotalLine({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
      <dt className="font-medium">{term}</dt>
      <dd className="text-22 font-semibold tabular-nums">
        {amount} <span className="text-14 font-normal text-ink-faint">USD</span>
      </dd>
    </div>
  )
}
