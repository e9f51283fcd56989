import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ProblemCase } from '#shared/api/admin.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { ProblemItem } from './problem-item.tsx'
import { problemsQuery } from './queries.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { StateTabs } from './state-tabs.tsx'
import { type ProblemState, problemStates } from './tabs.ts'

const names: Record<ProblemState, string> = { open: 'Open', settled: 'Settled' }

/** What students reported about meetings, to be settled. */
export function ProblemQueue({ state }: { state: ProblemState }) {
  const query = useInfiniteQuery(problemsQuery(state))
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
          label="The problems"
          query={query}
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
        // Beside the list: the problem it is about may be gone from there before the dialog is.
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
    <EmptyState picture={<Lamp lit className="h-28" />} title="Nothing waits">
      What students report about meetings gathers here, the oldest first. Until it is settled, the tutor isn’t
      paid.
    </EmptyState>
  ) : (
    <EmptyState picture={<Lamp lit={false} className="h-28" />} title="No problem was settled yet">
      Problems come here once an operator has decided them.
    </EmptyState>
  )
}
