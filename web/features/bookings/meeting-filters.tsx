import { Link } from '@tanstack/react-router'
import { filterPill } from '#web/ui/filter-pill.ts'
import { filters, type MeetingFilter } from './search.ts'

const labels: Record<MeetingFilter, string> = {
  all: 'All',
  pending: 'Pending',
  teaching: 'Teaching',
  meetings: 'Attending',
}

/** The filters for meetings, as links. */
export function MeetingFilters({ current }: { current: string }) {
  return (
    <nav aria-label="Meetings by kind" className="flex flex-wrap gap-2">
      {filters.map(filter => (
        <Link
          key={filter}
          to="/meeting"
          search={filter === 'all' ? {} : { filter }}
          {...filterPill(filter === current)}
        >
          {labels[filter]}
        </Link>
      ))}
    </nav>
  )
}
