import { Link } from '@tanstack/react-router'
import { places } from './places.ts'

const linkClass =
  'group relative flex items-center gap-3 rounded-10 text-ink-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-strong ' +
  'max-lg:h-14 max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:text-12 lg:h-10 lg:px-3 lg:text-14 lg:font-medium coarse:lg:h-11'

/** The pages, beside the content where there is room: with words from 1024 px, as a rail from 768 px. */
export function SideMenu() {
  return (
    <nav
      aria-label="Pages"
      data-print="hidden"
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-22 shrink-0 flex-col gap-1 border-r border-line px-2 py-4 md:flex lg:w-56 lg:px-3 lg:py-6"
    >
      {places
        .filter(place => place.side)
        .map(({ to, icon: Icon, side }) => (
          <Link key={to} to={to} className={linkClass} activeOptions={{ includeSearch: false, exact: true }}>
            <Icon aria-hidden="true" className="size-5" />
            {side}
          </Link>
        ))}
    </nav>
  )
}
