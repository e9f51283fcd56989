import type { KeyboardEvent } from 'react'
import type { Report } from '#shared/api/admin.ts'
import { reportReasons } from '#shared/api/reports.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { singleKeys } from '#web/lib/single-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { actsFor, type ReportActName, reportActs } from './report-acts.ts'
import { ReportedThing } from './reported-thing.tsx'
import { useCloseReport } from './use-close-report.ts'

/** A report: its subject, its words, and the possible actions. */
export function ReportItem({
  report,
  onAct,
  onClosed,
}: {
  report: Report
  onAct: (name: ReportActName) => void
  onClosed: () => void
}) {
  const close = useCloseReport(report, onClosed)
  const names = actsFor(report)
  const isOpen = report.state === 'open'
  const hasKeys = singleKeys.useAllowed()

  function onKeyDown(event: KeyboardEvent) {
    // A key held a moment too long would also close the next report, which gets the focus.
    if (!hasKeys || event.repeat || close.isPending) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const name = names.find(one => reportActs[one].shortcut === event.key)
    if (name) onAct(name)
    else if (isOpen && event.key === 'u') close.mutate('upheld')
    else if (isOpen && event.key === 'd') close.mutate('dismissed')
    else return
    event.preventDefault()
  }

  return (
    <article
      data-report={report.id}
      data-about={(report.messages && report.id) ?? report.post?.id ?? report.post_title ?? report.person?.id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that act on a report need it to have the focus
      tabIndex={0}
      aria-labelledby={`report-${report.id}`}
      onKeyDown={onKeyDown}
      className="rounded-10 border border-line bg-sheet outline-offset-2 focus:border-accent focus-visible:outline-2 focus-visible:outline-accent"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={`report-${report.id}`} className="font-sans text-14 font-semibold tracking-normal">
          {reportReasons[report.reason]}
        </h2>
        {report.alike > 1 && <Chip tone="lamp">{report.alike} open reports about this</Chip>}
        <p className="text-12 wrap-anywhere text-ink-faint sm:ml-auto">
          <RelativeTime date={report.date} />
          {' by '}
          {report.reporter ? (
            <PersonLink
              username={report.reporter.username}
              className="font-medium text-ink-soft underline-offset-4 hover:underline"
            >
              <bdi>{report.reporter.name}</bdi>
            </PersonLink>
          ) : (
            'a deleted account'
          )}
        </p>
      </header>
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-5">
        <ReportedThing report={report} />
        {report.details && (
          <blockquote
            className="max-w-prose border-l-2 border-line-strong pl-4 text-14 whitespace-pre-line wrap-anywhere"
            dir="auto"
          >
            {report.details}
          </blockquote>
        )}
      </div>
      <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-5">
        {names.map(name => (
          <Button
            key={name}
            size="sm"
            aria-keyshortcuts={hasKeys ? reportActs[name].shortcut : undefined}
            onClick={() => onAct(name)}
          >
            {reportActs[name].label}
          </Button>
        ))}
        {isOpen && (
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button
              size="sm"
              variant="quiet"
              aria-keyshortcuts={hasKeys ? 'd' : undefined}
              pending={close.isPending && close.variables === 'dismissed'}
              onClick={() => close.mutate('dismissed')}
            >
              Dismiss
            </Button>
            <Button
              size="sm"
              aria-keyshortcuts={hasKeys ? 'u' : undefined}
              pending={close.isPending && close.variables === 'upheld'}
              onClick={() => close.mutate('upheld')}
            >
              Uphold
            </Button>
          </div>
        )}
      </footer>
    </article>
  )
}
