import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sessionPageSize } from '#shared/api/sessions.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { rowsOf, sessionsOfQuery } from './queries.ts'
import { SessionCard } from './session-card.tsx'
import { SessionCardSkeletons, sessionGrid } from './session-skeleton.tsx'

/** One’s own sessions, the latest made first. */
export function OwnSessions({ username }: { username: string }) {
  const query = useSessionsOf(username)
  const { data, error, isFetching, refetch } = query
  if (data === undefined) {
    return error ? (
      <ErrorState title="Your sessions didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <SessionCardSkeletons count={3} />
    )
  }
  return rowsOf(data.pages).length === 0 ? (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="Appears quite empty here"
      action={
        <Link to="/sessions/create" className={buttonClass({ variant: 'primary' })}>
          New Session
        </Link>
      }
    >
      A session teaches many at once: on one day, or every week. Yours stand here, and where the people of its
      classes look.
    </EmptyState>
  ) : (
    <>
      <h2 className="sr-only">Sessions</h2>
      <div className="mb-4 flex justify-end">
        <Link to="/sessions/create" className={buttonClass()}>
          <Plus aria-hidden="true" className="size-4" />
          New Session
        </Link>
      </div>
      <Cards query={query} />
    </>
  )
}

/** The sessions of another person, under a heading of their own. Nothing where there are none: the profile does without. */
export function PersonSessions({ username }: { username: string }) {
  const query = useSessionsOf(username)
  if (!query.data || rowsOf(query.data.pages).length === 0) return null
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <h2 id="sessions" className="mb-4 text-22">
        Sessions
      </h2>
      <Cards query={query} />
    </section>
  )
}

function Cards({ query }: { query: ReturnType<typeof useSessionsOf> }) {
  const zone = useOwnZone() ?? deviceTimeZone()
  // Cards that were here at once, as after Back, don't rise into place again.
  const [entrance] = useState(query.isFetching)
  const found = rowsOf(query.data?.pages ?? [])
  return (
    <>
      <ul className={sessionGrid}>
        {found.map((session, index) => (
          <li
            key={session.id}
            className={entrance ? 'grid min-w-0 animate-rise' : 'grid min-w-0'}
            // Each page's rise one after the other (75 ms apart).
            style={{ animationDelay: `${(index % sessionPageSize) * 75}ms` }}
          >
            <SessionCard session={session} zone={zone} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={found.length}
        what="More sessions"
        skeleton={
          <div className="pt-4">
            <SessionCardSkeletons count={3} />
          </div>
        }
      />
    </>
  )
}

function useSessionsOf(username: string) {
  return useInfiniteQuery(sessionsOfQuery(username))
}
