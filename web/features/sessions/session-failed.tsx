import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

/** In place of a session that didn't load. */
export function SessionFailed({ query }: { query: UseQueryResult }) {
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <ErrorState
        title="The session didn’t load"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {problemText(query.error)}
      </ErrorState>
    </>
  )
}

/** In place of one that isn't there, or isn't the viewer's to change. */
export function SessionGone() {
  return (
    <>
      <h1 className="sr-only">Session not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="This session isn’t here any more"
        action={
          <Link to="/meeting" className={buttonClass({ variant: 'primary' })}>
            See your meetings
          </Link>
        }
      >
        Its owner may have deleted it, or the link lost a piece on the way.
      </EmptyState>
    </>
  )
}
