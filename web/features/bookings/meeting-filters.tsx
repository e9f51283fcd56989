import { Link } from '@tanstack/react-router'
import { chosenLink } from '#web/ui/chosen-link.ts'
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
    <nav aria-label="Meetings by kind" className="-mx-1 flex flex-wrap gap-1">
      {filters.map(filter => (
        <Link
          key={filter}
          to="/meeting"
          search={filter === 'all' ? {} : { filter }}
          {...chosenLink(filter === current)}
          className="inline-flex h-8 items-center rounded-full px-3 text-14 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent coarse:h-11"
        >
          {labels[filter]}
        </Link>
      ))}
    </nav>
  )
}
