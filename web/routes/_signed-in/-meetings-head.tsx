import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MeetingsTab } from '#web/features/bookings/search.ts'
import { receivedQuery } from '#web/features/invitations/queries.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { chosenLink } from '#web/ui/chosen-link.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs, tabClass } from '#web/ui/tabs.tsx'

const tabs: readonly { tab: MeetingsTab; label: string }[] = [
  { tab: 'upcoming', label: 'Upcoming' },
  { tab: 'enrollments', label: 'Enrollments' },
  { tab: 'invitations', label: 'Invitations' },
  { tab: 'passed', label: 'Passed' },
]

/** The title of the meetings page and the links to its tabs. */
export function MeetingsHead({ tab: current }: { tab: MeetingsTab }) {
  const { data, hasNextPage } = useInfiniteQuery(receivedQuery)
  const waiting = data ? rowsOf(data.pages).length : 0
  return (
    <>
      <h1 className="text-28">Meetings</h1>
      <div className="mt-3 mb-4">
        <Tabs label="Meetings by time">
          {tabs.map(({ tab, label }) => (
            <Link
              key={tab}
              to="/meeting"
              search={tab === 'upcoming' ? {} : { tab }}
              {...chosenLink(tab === current)}
              className={cx(tabClass(tab === current), 'max-sm:px-2!')}
            >
              {label}
              {tab === 'invitations' && waiting > 0 && (
                <span className="relative ml-1.5 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-lamp-wash px-1.5 text-12 text-lamp-ink tabular-nums">
                  {waiting}
                  {hasNextPage && '+'}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </Link>
          ))}
        </Tabs>
      </div>
    </>
  )
}
