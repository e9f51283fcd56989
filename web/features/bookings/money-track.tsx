import { Check, TriangleAlert } from 'lucide-react'
import type { Booking } from '#shared/api/bookings.ts'
import { cx } from '#web/ui/cx.ts'
import { type MoneyStep, moneySteps } from './money-steps.ts'

/** The progress of a booking's money: three steps, from the card to its final owner. */
export function MoneyTrack({ booking, zone }: { booking: Booking; zone: string }) {
  const steps = moneySteps(booking, zone)
  if (!steps) return null
  return (
    <section aria-labelledby="money-track" className="mt-8" data-print="hidden">
      <h2 id="money-track" className="text-18">
        {booking.role === 'student' ? 'Where your money is' : 'Where the money is'}
      </h2>
      <ol className="mt-3 grid sm:grid-cols-3">
        {steps.map((step, place) => (
          <Step key={step.title} step={step} next={steps[place + 1]} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step: { title, detail, is }, next }: { step: MoneyStep; next: MoneyStep | undefined }) {
  return (
    <li
      aria-current={is === 'now' || is === 'stuck' ? 'step' : undefined}
      className="relative flex gap-3 pb-5 last:pb-0 sm:block sm:pr-5 sm:pb-0 sm:last:pr-0"
    >
      {next && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute top-6 bottom-0 left-[11px] w-0.5 sm:top-[11px] sm:right-0 sm:bottom-auto sm:left-6 sm:h-0.5 sm:w-auto',
            next.is === 'ahead' ? 'bg-line' : 'bg-accent',
          )}
        />
      )}
      <Mark is={is} />
      <div className="min-w-0 sm:mt-2">
        <p className={cx('font-medium', is === 'ahead' && 'text-ink-soft')}>
          <span className="sr-only">{spoken[is]}: </span>
          {title}
        </p>
        {detail && <p className="text-14 text-ink-soft">{detail}</p>}
      </div>
    </li>
  )
}

const spoken: Record<MoneyStep['is'], string> = {
  past: 'Done',
  now: 'Now',
  ahead: 'Then',
  stuck: 'Now, waiting for you',
}

const marks: Record<MoneyStep['is'], string> = {
  past: 'border-accent bg-accent text-on-accent',
  now: 'border-accent bg-paper',
  ahead: 'border-line-strong bg-paper',
  stuck: 'border-negative bg-negative-wash text-negative',
}

function Mark({ is }: Pick<MoneyStep, 'is'>) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative flex size-6 shrink-0 items-center justify-center rounded-full border-2',
        marks[is],
      )}
    >
      {is === 'past' && <Check strokeWidth={2.5} className="size-3.5" />}
      {is === 'now' && <span className="size-2.5 rounded-full bg-accent" />}
      {is === 'stuck' && <TriangleAlert strokeWidth={2} className="size-3.5" />}
    </span>
  )
}
