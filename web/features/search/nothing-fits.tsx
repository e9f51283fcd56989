import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { noFilters } from './filters.ts'

export const nothingFits = 'No results for these filters'

/** Says that the filters leave nothing, and clears them. */
export function NothingFits({ text, what }: { text: string; what: 'post' | 'document' }) {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={nothingFits}
      action={
        <Link
          from="/search"
          to="/search"
          search={old => ({ ...old, ...noFilters })}
          resetScroll={false}
          className={buttonClass({ variant: 'primary' })}
        >
          Clear filters
        </Link>
      }
    >
      {text
        ? `No ${what}s match “${text}” and all your filters. Remove a filter, or try other words.`
        : `No ${what}s match all your filters. Remove one to see more.`}
    </EmptyState>
  )
}
