import { Link } from '@tanstack/react-router'
import { chosenLink } from '#web/ui/chosen-link.ts'
import { cx } from '#web/ui/cx.ts'
import type { AdminTab, QueueState } from './tabs.ts'

type Props<S extends QueueState> = {
  /** What the states describe: "the reports". */
  of: string
  states: readonly S[]
  state: S
  names: Record<S, string>
  searchOf: (state: S) => { tab?: AdminTab; state?: QueueState }
}

/** The states of a queue, each with its own address. */
export function StateTabs<S extends QueueState>({ of, states, state, names, searchOf }: Props<S>) {
  return (
    <nav
      aria-label={`State of ${of}`}
      className="inline-flex flex-wrap rounded-10 border border-line bg-sunken p-0.5"
    >
      {states.map(name => (
        <Link
          key={name}
          to="/admin"
          search={searchOf(name)}
          {...chosenLink(name === state)}
          className={cx(
            'inline-flex h-8 items-center rounded-6 px-3 text-14 font-medium transition-colors touch-target',
            name === state ? 'bg-sheet text-ink shadow-raised' : 'text-ink-soft hover:text-ink',
          )}
        >
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}
