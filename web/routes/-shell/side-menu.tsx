import { Link, useLocation } from '@tanstack/react-router'
import { cx } from '#web/ui/cx.ts'
import { places } from './places.ts'

const linkClass =
  'group relative flex items-center gap-3 rounded-10 text-ink-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-strong ' +
  'max-lg:h-14 max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:text-12 lg:h-10 lg:px-3 lg:text-14 lg:font-medium coarse:lg:h-11'

const [first, mine] = [places.filter(place => place.side), places.filter(place => place.mine)]

/** The pages, beside the content if there is room: with labels from 1024 px, as icons from 768 px. */
export function SideMenu() {
  return (
    <nav
      aria-label="Pages"
      data-print="hidden"
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-22 shrink-0 overflow-y-auto border-r border-line px-2 py-4 md:block lg:w-56 lg:px-3 lg:py-6 short:top-0 short:h-dvh"
    >
      <Group of={first} />
      <Group of={mine} className="mt-3 border-t border-line pt-3" />
    </nav>
  )
}

function Group({ of: group, className }: { of: typeof places; className?: string }) {
  // The saved posts are a tab of the profile, and a place of their own.
  const saved = useLocation({ select: ({ search }) => (search as { tab?: unknown }).tab === 'saved' })
  return (
    <ul className={cx('flex flex-col gap-1', className)}>
      {group.map(({ to, search, icon: Icon, side, mine, badge: Badge }) => (
        <li key={side ?? mine}>
          <Link
            to={to}
            search={search}
            className={linkClass}
            activeOptions={{ exact: to === '/profile', includeSearch: to === '/profile' && (saved || !side) }}
          >
            {/* Screen readers read the name before the count on the icon beside it. */}
            <span className="order-1">{side ?? mine}</span>{' '}
            <span className="relative">
              <Icon aria-hidden="true" className="size-5" />
              {Badge && <Badge />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
