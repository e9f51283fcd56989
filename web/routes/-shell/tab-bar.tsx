import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/menu.tsx'
import { places } from './places.ts'
import { useCreateEntries } from './use-create-entries.tsx'
import { useScrolledAway } from './use-scrolled-away.ts'

const tabs = places.filter(place => place.tab)
const middle = Math.ceil(tabs.length / 2)

/** The pages on a phone, with the create button in the middle. Hides while the person scrolls down. */
export function TabBar() {
  const away = useScrolledAway()
  const entries = useCreateEntries()
  return (
    <nav
      aria-label="Pages"
      data-print="hidden"
      className={cx(
        // A browser may paint it before it has read it to the end: in columns, the first tabs stay where they are.
        'fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-sheet px-safe pb-[env(safe-area-inset-bottom)] transition-transform duration-200 focus-within:translate-y-0 md:hidden in-[:root:has([data-form-foot])]:hidden coarse:short:in-[:root:has([data-conversation])]:hidden',
        away && 'translate-y-full',
      )}
    >
      {tabs.slice(0, middle).map(Tab)}
      <span className="flex items-center justify-center">
        <Menu
          align="center"
          entries={entries}
          trigger={props => (
            <button
              {...props}
              aria-label="Create"
              className="inline-flex size-12 tiny:size-8 -translate-y-2 tiny:translate-y-0 items-center justify-center rounded-full bg-accent text-on-accent shadow-floating forced-colors:border hover:bg-accent-strong"
            >
              <Plus aria-hidden="true" className="size-6" />
            </button>
          )}
        />
      </span>
      {tabs.slice(middle).map(Tab)}
    </nav>
  )
}

function Tab({ to, icon: Icon, tab, badge: Badge }: (typeof places)[number]) {
  return (
    <Link
      key={to}
      to={to}
      activeOptions={{ includeSearch: false }}
      className="flex h-16 flex-col-reverse items-center justify-center gap-1 text-12 text-ink-faint aria-[current=page]:font-medium aria-[current=page]:text-accent"
    >
      {/* Screen readers read the name before the count on the icon above it. */}
      <span className="tiny:sr-only">{tab}</span>{' '}
      <span className="relative">
        <Icon aria-hidden="true" className="size-5" />
        {Badge && <Badge />}
      </span>
    </Link>
  )
}
