import { useRef, useState } from 'react'
import type { Report } from '#shared/api/admin.ts'
import { singleKeys } from '#web/lib/single-keys.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { reportsQuery } from './queries.ts'
import { ReportActDialog } from './report-act-dialog.tsx'
import type { ReportActName } from './report-acts.ts'
import { elementOf, moveFocus, nextAfter } from './report-focus.ts'
import { ReportItem } from './report-item.tsx'
import { StateTabs } from './state-tabs.tsx'
import { reportStates } from './tabs.ts'

const names: Record<Report['state'], string> = { open: 'Open', upheld: 'Upheld', dismissed: 'Dismissed' }

type Acting = { name: ReportActName; report: Report; open: boolean }

/** The reports in a state, for working through by pointer or keyboard. */
export function ReportQueue({ state }: { state: Report['state'] }) {
  const region = useRef<HTMLElement>(null)
  const focusAfter = useRef<HTMLElement>(null)
  const [acting, setActing] = useState<Acting | null>(null)
  const hasKeys = singleKeys.useAllowed()
  useShortcuts({ j: () => moveFocus(region.current, 1), k: () => moveFocus(region.current, -1) })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <StateTabs
          of="the reports"
          states={reportStates}
          state={state}
          names={names}
          searchOf={name => (name === 'open' ? {} : { state: name })}
        />
        {state === 'open' && hasKeys && <Keys />}
      </div>
      <section ref={region} tabIndex={-1} aria-label={`${names[state]} reports`} className="outline-none">
        <PagedList
          key={state}
          label="The reports"
          query={reportsQuery(state)}
          rowsOf={page => page.reports}
          empty={<Nothing state={state} />}
        >
          {reports => (
            <div className="flex flex-col gap-4">
              {reports.map(report => (
                <ReportItem
                  key={report.id}
                  report={report}
                  onAct={name => {
                    focusAfter.current = elementOf(region.current, report.id)
                    setActing({ name, report, open: true })
                  }}
                  onClosed={() => nextAfter(region.current, report.id)?.focus()}
                />
              ))}
            </div>
          )}
        </PagedList>
      </section>
      {acting && (
        // Beside the list: the report may leave the list before the dialog closes.
        <ReportActDialog
          key={`${acting.name} ${acting.report.id}`}
          name={acting.name}
          report={acting.report}
          open={acting.open}
          onClose={() => setActing({ ...acting, open: false })}
          onDone={settled => {
            if (settled) focusAfter.current = nextAfter(region.current, acting.report.id)
          }}
          finalFocus={() => focusAfter.current}
        />
      )}
    </>
  )
}

function Keys() {
  const keys: [key: string, what: string][] = [
    ['J', 'next'],
    ['K', 'previous'],
    ['H', 'hide'],
    ['R', 'remove'],
    ['S', 'suspend'],
    ['U', 'uphold'],
    ['D', 'dismiss'],
  ]
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-faint lg:flex">
      {keys.map(([key, what]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{key}</Kbd> {what}
        </span>
      ))}
    </p>
  )
}

function Nothing({ state }: { state: Report['state'] }) {
  if (state === 'open') {
    return (
      <EmptyState picture={<Lamp lit className="h-28" />} title="No open reports">
        Reports show up here, oldest first.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={state === 'upheld' ? 'No upheld reports' : 'No dismissed reports'}
    >
      Reports show up here once an operator closes them.
    </EmptyState>
  )
}
