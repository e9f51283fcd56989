import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { classSessionsQuery, courseSessionsQuery, type Page, rowsOf } from './queries.ts'
import { SessionCard } from './session-card.tsx'
import { SessionCardSkeletons, sessionGrid } from './session-skeleton.tsx'

/** How many show above other results, until the person asks for all. On a phone only one, or the others would begin windows below. */
const first = 3

/** Upcoming sessions of a class, or with some words. Nothing if there are none, or they failed to load. */
export function ClassSessions({ crn, text }: { crn: string; text: string }) {
  return <Upcoming query={useInfiniteQuery(classSessionsQuery({ crn, text }))} />
}

/** Upcoming sessions for any class of a course. Nothing if there are none, or they failed to load. */
export function CourseSessions({ courseId }: { courseId: number }) {
  return <Upcoming query={useInfiniteQuery(courseSessionsQuery(courseId))} />
}

function Upcoming({ query }: { query: UseInfiniteQueryResult<InfiniteData<Page<Session>>> }) {
  const zone = useOwnZone()
  const [all, setAll] = useState(false)
  const found = query.data ? rowsOf(query.data.pages) : []
  if (found.length === 0) return null
  return (
    <section aria-labelledby="upcoming-sessions" className="mb-8">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="upcoming-sessions" className="text-18">
          Upcoming sessions
        </h2>
        {found.length > 1 && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className={cx(found.length <= first && 'sm:hidden')}
          >
            {all ? 'Show fewer' : `Show ${query.hasNextPage ? 'all' : `all ${found.length}`}`}
          </Button>
        )}
      </div>
      <ul className={cx(sessionGrid, !all && 'max-sm:[&>li+li]:hidden')}>
        {(all ? found : found.slice(0, first)).map(session => (
          <li key={session.id} className="grid min-w-0">
            <SessionCard session={session} zone={zone ?? shownZone(session.time_zone)} />
          </li>
        ))}
      </ul>
      {all && (
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
      )}
    </section>
  )
}
