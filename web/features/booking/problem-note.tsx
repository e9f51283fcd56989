import { CircleCheck, Search } from 'lucide-react'
import { type Booking, problemReasons } from '#shared/api/bookings.ts'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { problemWords } from './problem-words.ts'

/** How far the problem of a meeting is: amber while somebody looks at it, calm once it is settled. */
export function ProblemNote({ booking }: { booking: Booking }) {
  const words = problemWords(booking)
  const { problem } = booking
  if (!problem || !words) return null
  const open = problem.outcome === null
  const Icon = open ? Search : CircleCheck
  return (
    <section
      aria-labelledby="problem"
      className={cx(
        'mt-8 flex gap-4 rounded-16 border px-5 py-4 sm:px-6',
        open ? 'border-transparent bg-lamp-wash' : 'border-line bg-sheet',
      )}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={cx('mt-0.5 size-5 shrink-0', open ? 'text-lamp-ink' : 'text-positive')}
      />
      <div className="min-w-0 flex-1">
        <h2 id="problem" className={cx('text-18', open && 'text-lamp-ink')}>
          {words.title}
        </h2>
        <p className={cx('mt-1 max-w-prose text-14', open ? 'text-lamp-ink' : 'text-ink-soft')}>
          {words.text}
        </p>
        {problem.answer && (
          <blockquote
            dir="auto"
            className="mt-3 max-w-prose border-l-2 border-line-strong pl-4 text-14 whitespace-pre-line wrap-anywhere"
          >
            {problem.answer}
          </blockquote>
        )}
        {problem.reason && (
          <details className="mt-3 text-14">
            <summary className="w-fit rounded-6 font-medium underline decoration-line-strong underline-offset-3">
              What you reported
            </summary>
            <p className="mt-2 font-medium">{problemReasons[problem.reason]}</p>
            <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">
              {problem.details}
            </p>
            <p className="mt-1 text-12">
              <RelativeTime date={problem.date} />
            </p>
          </details>
        )}
      </div>
    </section>
  )
}
