import type { ProblemCase } from '#shared/api/admin.ts'
import { problemReasons } from '#shared/api/bookings.ts'
import { dollarsText, hasFee } from '#web/features/bookings/dollars-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Attendance } from './attendance.tsx'
import { MeetingTime, Sides } from './meeting-facts.tsx'

/** Names of the decisions. Money can go back in other ways, too, before or after them. */
const outcomes = {
  all: { label: 'Settled with a full refund', tone: 'accent' },
  part: { label: 'Settled with a partial refund', tone: 'accent' },
  none: { label: 'Settled without a refund', tone: 'neutral' },
} as const

/** A reported problem: the report, who attended, and the money. */
export function ProblemItem({ problem, onSettle }: { problem: ProblemCase; onSettle: () => void }) {
  const { booking_id: id, reason, outcome, disputed, date } = problem
  return (
    <article aria-labelledby={`problem-${id}`} className="rounded-10 border border-line bg-sheet">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={`problem-${id}`} className="font-sans text-14 font-semibold tracking-normal">
          {problemReasons[reason]}
        </h2>
        {outcome && <Chip tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Chip>}
        {disputed && <Chip tone="caution">The bank is disputing the payment</Chip>}
        <p className="text-12 text-ink-faint sm:ml-auto">
          Reported <RelativeTime date={date} />
        </p>
      </header>
      <div className="grid gap-x-10 gap-y-5 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="min-w-0">
            <p className="font-serif text-18 leading-6 font-semibold wrap-anywhere" dir="auto">
              {problem.topic}
            </p>
            <p className="mt-0.5 text-14 text-ink-soft">
              <MeetingTime {...problem} />
            </p>
          </div>
          <Sides {...problem} />
          {problem.details ? (
            <blockquote
              dir="auto"
              className="max-w-prose border-l-2 border-line-strong pl-4 text-14 whitespace-pre-line wrap-anywhere"
            >
              {problem.details}
            </blockquote>
          ) : (
            <p className="text-14 text-ink-faint">
              What the student wrote was deleted along with the account.
            </p>
          )}
          {problem.answer && (
            <div>
              <p className="text-12 text-ink-faint">What we told them both</p>
              <p className="mt-0.5 max-w-prose text-14 whitespace-pre-line wrap-anywhere" dir="auto">
                {problem.answer}
              </p>
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Attendance {...problem} />
          <Money problem={problem} />
        </div>
      </div>
      {outcome === null && (
        <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3 sm:px-5">
          <p className="text-14 text-ink-soft">The tutor’s earnings are on hold until you settle this.</p>
          <Button id={`settle-${id}`} size="sm" variant="primary" aria-haspopup="dialog" onClick={onSettle}>
            Settle
          </Button>
        </footer>
      )}
    </article>
  )
}

function Money({ problem }: { problem: ProblemCase }) {
  const { amount, fee, total, refunded } = problem
  const facts: [term: string, sum: string][] = [
    ['Paid', total],
    ...(hasFee({ fee })
      ? ([
          ['Tutor’s price', amount],
          ['Platform fee', fee],
        ] as [string, string][])
      : []),
    ['Refunded so far', refunded],
  ]
  return (
    <dl className="text-14">
      {facts.map(([term, sum]) => (
        <div key={term} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-b-0">
          <dt className="text-ink-faint">{term}</dt>
          <dd className="tabular-nums">{dollarsText(sum)}</dd>
        </div>
      ))}
    </dl>
  )
}
