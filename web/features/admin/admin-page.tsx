import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Report } from '#shared/api/admin.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { AuditLog } from './audit-log.tsx'
import { MoneyDesk } from './money-desk.tsx'
import { PeopleDesk } from './people-desk.tsx'
import { ProblemQueue } from './problem-queue.tsx'
import { moneyQuery, problemsQuery, reportsQuery, stuckWithdrawalsQuery } from './queries.ts'
import { ReportQueue } from './report-queue.tsx'
import { SupportMessages } from './support-messages.tsx'
import { type AdminTab, adminTabs, type ProblemState } from './tabs.ts'

const names: Record<AdminTab, string> = {
  reports: 'Reports',
  problems: 'Problems',
  people: 'People',
  money: 'Money',
  audit: 'Audit log',
  support: 'Support',
}

/** The operators' page. */
export function AdminPage({
  tab,
  state,
  problems,
  text,
}: {
  tab: AdminTab
  /** For reports, and for problems. */
  state: Report['state']
  problems: ProblemState
  /** For people: what to search for at first. */
  text: string
}) {
  const waiting = useWaiting()
  return (
    <>
      <h1 className="mb-3 text-28">Operators</h1>
      <Tabs label="Operators">
        {adminTabs.map(name => (
          <Link
            key={name}
            to="/admin"
            search={name === 'reports' ? {} : { tab: name }}
            {...tabLink(name === tab)}
          >
            {names[name]}
            {/* Invisible without a count, so that the tabs don't move when it comes. */}
            {name in waiting && (
              <span
                className={cx(
                  'ml-2 rounded-full bg-lamp-wash px-2 text-12 leading-5 text-lamp-ink tabular-nums',
                  !waiting[name] && 'invisible',
                )}
              >
                {waiting[name] ?? 0}
                <span className="sr-only"> open</span>
              </span>
            )}
          </Link>
        ))}
      </Tabs>
      <div className="mt-6">
        {tab === 'reports' && <ReportQueue state={state} />}
        {tab === 'problems' && <ProblemQueue state={problems} />}
        {tab === 'people' && <PeopleDesk key={text} text={text} />}
        {tab === 'money' && <MoneyDesk />}
        {tab === 'audit' && <AuditLog />}
        {tab === 'support' && <SupportMessages />}
      </div>
    </>
  )
}

/** How much waits for an operator behind each tab, as far as it has loaded: "20+" if there is more than a page of it. */
function useWaiting(): Partial<Record<AdminTab, string | null | undefined>> {
  const reports = useInfiniteQuery(reportsQuery('open'))
  const problems = useInfiniteQuery(problemsQuery('open'))
  const { data: money } = useQuery(moneyQuery)
  const { data: stuck } = useQuery(stuckWithdrawalsQuery)
  // A refund that waits for a bank is counted as its dispute.
  const unfunded = money?.waiting_refunds.filter(({ waits_for }) => waits_for === 'balance') ?? []
  return {
    reports: count(
      reports.data?.pages.flatMap(page => page.reports),
      reports.hasNextPage,
    ),
    problems: count(
      problems.data?.pages.flatMap(page => page.problems),
      problems.hasNextPage,
    ),
    money:
      money &&
      stuck &&
      count([...money.failed_refunds, ...unfunded, ...money.disputes, ...stuck.withdrawals], false),
  }
}

function count(rows: readonly unknown[] = [], more: boolean): string | null {
  return rows.length > 0 ? `${rows.length}${more ? '+' : ''}` : null
}
