import { Link } from '@tanstack/react-router'
import { MeetingFilters } from '#web/features/meetings/meeting-filters.tsx'
import { MeetingsHead } from '#web/features/meetings/meetings-head.tsx'
import type { MeetingFilter } from '#web/features/meetings/search.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { deviceTimeZone, zoneName } from '#web/lib/time-zones.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ComingList } from './coming-list.tsx'
import { PassedList } from './passed-list.tsx'
import type { EnrolmentTime } from './queries.ts'

/** The sessions one is in or teaches: what is to be paid and what is ahead, or what has passed. */
export function EnrolmentsPage({ when, filter }: { when: EnrolmentTime; filter: MeetingFilter }) {
  const zone = useOwnZone() ?? deviceTimeZone()
  const passed = when === 'passed'
  return (
    <>
      <MeetingsHead tab="enrollments" />
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-22">{passed ? 'All passed meetings' : 'Your learning enrollments'}</h2>
          <p className="mt-0.5 text-14 text-ink-soft">{passed ? 'They exist in history' : 'Pay to join'}</p>
        </div>
        <Link
          to="/meeting"
          search={{ tab: 'enrollments', ...(!passed && { when: 'passed' }), ...filterOf(filter) }}
          className={buttonClass({ size: 'sm' })}
        >
          {passed ? 'Upcoming' : 'Passed'}
        </Link>
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <MeetingFilters
          current={filter}
          search={one => ({ tab: 'enrollments', ...(passed && { when: 'passed' }), filter: one })}
        />
        <p className="text-12 text-ink-faint">Times of {zoneName(zone)}</p>
      </div>
      {passed ? <PassedList filter={filter} zone={zone} /> : <ComingList filter={filter} zone={zone} />}
    </>
  )
}

function filterOf(filter: MeetingFilter) {
  return filter === 'all' ? {} : { filter }
}
