import { useId } from 'react'
import { rateCents } from '#shared/api/profiles.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { nextTimes } from '#shared/domain/occurrences.ts'
import { isRate, priceOf } from '#shared/domain/price.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { rateOf } from '#web/features/people/person-facts.ts'
import { useNow } from '#web/lib/use-now.ts'
import { leafOf, shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { isLength, lengthOf, type SessionValues, timingOf } from './session-values.ts'
import { lengthText } from './words.ts'

/** The result of a form: the next times of the session, and the price of a place in one. */
export function SessionPreview({ values }: { values: SessionValues }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-16 border border-line bg-sheet p-5 xl:sticky xl:top-20">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-18">
          {values.repeat ? 'Next dates' : 'Preview'}
        </h2>
        <p className="text-12 text-ink-faint">Times are in {zoneName(values.zone)}.</p>
      </div>
      <Times values={values} />
      <Cost values={values} />
    </section>
  )
}

function Times({ values }: { values: SessionValues }) {
  const now = useNow()
  const { zone } = values
  const timing = timingOf(values)
  if (!timing) {
    return <p className="mt-3 text-14 text-ink-soft">Pick a date and time to see a preview.</p>
  }
  const times = nextTimes(timing, Temporal.Instant.fromEpochMilliseconds(now.getTime()))
  if (times.length === 0) {
    return <p className="mt-3 text-14 font-medium text-caution">All of these dates are in the past.</p>
  }
  return (
    <ul className="mt-4 flex flex-col gap-3">
      {times.map(({ start, end }) => (
        <li key={start} className="flex items-center gap-3.5">
          <DayLeaf {...leafOf(start, zone)} />
          <time dateTime={new Date(start).toISOString()} className="min-w-0 text-14">
            <span className="block font-medium">{shortDayText(start, zone)}</span>
            <span className="figures text-ink-soft">{timesText(start, end, zone)}</span>
          </time>
        </li>
      ))}
    </ul>
  )
}

function Cost({ values }: { values: SessionValues }) {
  const length = lengthOf(values)
  // An invalid plan has no price yet.
  const minutes = length !== null && isLength(length) ? length : null
  const cents = rateCents(values.rate.trim())
  if (values.paid && !isRate(cents)) return null
  const rate = values.paid ? rateOf(centsToDecimal(cents)) : null
  return (
    <div className="mt-5 border-t border-line pt-4 text-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-soft">{rate !== null && minutes === null ? 'Price' : 'Price per session'}</p>
        <p className="text-18 font-semibold whitespace-nowrap tabular-nums">
          {rate === null ? 'Free' : minutes === null ? rate : formatDollars(priceOf(cents, minutes))}
        </p>
      </div>
      <p className="mt-1 text-12 text-ink-faint">
        {rate === null
          ? 'Everyone who enrolls can attend every date.'
          : minutes === null
            ? 'Set the times to see the price of a session.'
            : `${rate} × ${lengthText(minutes)}, from each student.`}
      </p>
    </div>
  )
}
