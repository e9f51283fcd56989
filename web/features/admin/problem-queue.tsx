import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ProblemCase } from '#shared/api/admin.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { ProblemItem } from './problem-item.tsx'
import { problemsQuery } from './queries.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { type ProblemState, problemStates } from './tabs.ts'

const names: Record<ProblemState, string> = { open: 'Open', settled: 'Settled' }

/** What students reported about meetings, to be settled. */
export function ProblemQueue({ state }: { state: ProblemState }) {
  const query = useInfiniteQuery(problemsQuery(state))
  const region = useRef<HTMLElement>(null)
  const [settling, setSettling] = useState<{ problem: ProblemCase; open: boolean } | null>(null)
  return (
    <>
      <nav
        aria-label="State of the problems"
        className="mb-4 inline-flex rounded-10 border border-line bg-sunken p-0.5"
      >
        {problemStates.map(name => (
          <Link
            key={name}
            to="/admin"
            search={name === 'open' ? { tab: 'problems' } : { tab: 'problems', state: name }}
            aria-current={name === state ? 'page' : undefined}
            className={cx(
              'inline-flex h-8 items-center rounded-6 px-3 text-14 font-medium transition-colors coarse:h-10',
              name === state ? 'bg-sheet text-ink shadow-raised' : 'text-ink-soft hover:text-ink',
            )}
          >
            {names[name]}
          </Link>
        ))}
      </nav>
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
