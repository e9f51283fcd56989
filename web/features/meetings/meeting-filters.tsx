import { Link } from '@tanstack/react-router'
import { filterNames, filters, type MeetingFilter, type MeetingSearch } from './search.ts'

/** Which kind of meetings is shown, as links. */
export function MeetingFilters({
  current,
  search,
}: {
  current: string
  /** The address of a filter; of all without one. */
  search: (filter: Exclude<MeetingFilter, 'all'> | undefined) => MeetingSearch
}) {
  return (
    <nav aria-label="Meetings by kind" className="-mx-1 flex flex-wrap gap-1">
      {filters.map(filter => (
        <Link
          key={filter}
          to="/meeting"
          search={search(filter === 'all' ? undefined : filter)}
          aria-current={filter === current ? 'page' : undefined}
          className="inline-flex h-8 items-center rounded-full px-3 text-14 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent coarse:h-11"
        >
          {filterNames[filter]}
        </Link>
      ))}
    </nav>
  )
}
