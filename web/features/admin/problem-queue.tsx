import { useRef, useState } from 'react'
import type { ProblemCase } from '#shared/api/admin.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { ProblemItem } from './problem-item.tsx'
import { problemsQuery } from './queries.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { StateTabs } from './state-tabs.tsx'
import { type ProblemState, problemStates } from './tabs.ts'

const names: Record<ProblemState, string> = { open: 'Open', settled: 'Settled' }

/** Students' reports about meetings, to settle. */
export function ProblemQueue({ state }: { state: ProblemState }) {
  const region = useRef<HTMLElement>(null)
  const [settling, setSettling] = useState<{ problem: ProblemCase; open: boolean } | null>(null)
  return (
    <>
      <div className="mb-4">
        <StateTabs
          of="the problems"
          states={problemStates}
          state={state}
          names={names}
          searchOf={name => (name === 'open' ? { tab: 'problems' } : { tab: 'problems', state: name })}
        />
      </div>
      <section ref={region} tabIndex={-1} aria-label={`${names[state]} problems`} className="outline-none">
        <PagedList
          key={state}
          label="The problems"
          query={problemsQuery(state)}
          rowsOf={page => page.problems}
          empty={<Nothing state={state} />}
        >
          {problems => (
            <div className="flex flex-col gap-4">
              {problems.map(problem => (
                <ProblemItem
                  key={problem.booking_id}
                  problem={problem}
                  onSettle={() => setSettling({ problem, open: true })}
                />
              ))}
            </div>
          )}
        </PagedList>
      </section>
      {settling && (
        // Beside the list: the problem may leave the list before the dialog closes.
        <SettleDialog
          key={settling.problem.booking_id}
          problem={settling.problem}
          open={settling.open}
          onClose={() => setSettling({ ...settling, open: false })}
          finalFocus={() =>
            document.getElementById(`settle-${settling.problem.booking_id}`) ?? region.current
          }
        />
      )}
    </>
  )
}

function Nothing({ state }: { state: ProblemState }) {
  return state === 'open' ? (
    <EmptyState picture={<Lamp lit className="h-28" />} title="No open problems">
      Problems that students report with meetings show up here, oldest first. Tutors aren’t paid until you
      settle them.
    </EmptyState>
  ) : (
    <EmptyState picture={<Lamp lit={false} className="h-28" />} title="No settled problems">
      Problems show up here once an operator settles them.
    </EmptyState>
  )
}
