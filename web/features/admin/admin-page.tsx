import { Link } from '@tanstack/react-router'
import type { Report } from '#shared/api/admin.ts'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { AuditLog } from './audit-log.tsx'
import { MoneyDesk } from './money-desk.tsx'
import { PeopleDesk } from './people-desk.tsx'
import { ProblemQueue } from './problem-queue.tsx'
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
          </Link>
        ))}
      </Tabs>
      <div className="mt-6">
        {tab === 'reports' && <ReportQueue key={state} state={state} />}
        {tab === 'problems' && <ProblemQueue key={problems} state={problems} />}
        {tab === 'people' && <PeopleDesk key={text} text={text} />}
        {tab === 'money' && <MoneyDesk />}
        {tab === 'audit' && <AuditLog />}
        {tab === 'support' && <SupportMessages />}
      </div>
    </>
  )
}
