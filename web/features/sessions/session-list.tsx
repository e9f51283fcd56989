import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type Session, sessionPageSize } from '#shared/api/sessions.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { rowsOf, sessionsOfQuery } from './queries.ts'
import { SessionCard } from './session-card.tsx'
import { SessionCardSkeletons, sessionGrid } from './session-skeleton.tsx'

/** The person's own sessions, the latest created first. */
export function OwnSessions({ username }: { username: string }) {
  return (
    <Loaded waiting={<SessionCardSkeletons count={3} />} failed="Your sessions didn’t load">
      <Own username={username} />
    </Loaded>
  )
}

function Own({ username }: { username: string }) {
  const query = useSuspenseInfiniteQuery(sessionsOfQuery(username))
  const sessions = rowsOf(query.data.pages)
  return sessions.length === 0 ? (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="Appears quite empty here"
      action={
        <Link to="/sessions/create" className={buttonClass({ variant: 'primary' })}>
          New Session
        </Link>
      }
    >
      Teach a group, once or every week. Your sessions show up here and for students in their classes.
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
      <Cards query={query} sessions={sessions} />
    </>
  )
}

/** Another person's sessions, under their own heading. Nothing if there are none. */
export function PersonSessions({ username }: { username: string }) {
  return (
    <div className="mt-10 empty:hidden">
      <Loaded waiting={null} failed="The sessions didn’t load">
        <Theirs username={username} />
      </Loaded>
    </div>
  )
}

function Theirs({ username }: { username: string }) {
  const query = useSuspenseInfiniteQuery(sessionsOfQuery(username))
  const sessions = rowsOf(query.data.pages)
  if (sessions.length === 0) return null
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="mb-4 text-22">
        Sessions
      </h2>
      <Cards query={query} sessions={sessions} />
    </section>
  )
}

function Cards({
  query,
  sessions,
}: Pick<ComponentProps<typeof MoreRows>, 'query'> & { sessions: Session[] }) {
  const zone = useOwnZone()
  // Cards that are there at once, as after Back, don't animate again.
  const [entrance] = useState(query.isFetching)
  return (
    <>
      <ul className={sessionGrid}>
        {sessions.map((session, index) => (
          <li
            key={session.id}
            className={entrance ? 'grid min-w-0 animate-rise' : 'grid min-w-0'}
            // Each page's cards appear one after the other (75 ms apart).
            style={{ animationDelay: `${(index % sessionPageSize) * 75}ms` }}
          >
            <SessionCard session={session} zone={zone ?? shownZone(session.time_zone)} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={sessions.length}
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
