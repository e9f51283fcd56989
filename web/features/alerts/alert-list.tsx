import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dayText } from '#web/lib/zoned-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { AlertItem } from './alert-item.tsx'
import { AlertRows } from './alerts-skeleton.tsx'
import { countNew } from './cache.ts'
import { byDay } from './groups.ts'
import { type AlertFilter, alertsQuery } from './queries.ts'
import { useArrivals } from './use-arrivals.ts'

/** One's alerts by day, which loads more as one scrolls and takes in what comes meanwhile. */
export function AlertList({ filter }: { filter: AlertFilter }) {
  const query = useInfiniteQuery(alertsQuery(filter))
  const { data, error, isFetching, hasNextPage, refetch } = query
  const { held, show } = useArrivals(filter)
  const zone = useOwnZone() ?? deviceTimeZone()
  const now = useNow()
  if (data === undefined) {
    return error ? (
      <ErrorState title="Your alerts didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <div role="status" aria-label="Loading your alerts">
        <AlertRows count={8} />
      </div>
    )
  }
  const alerts = data.pages.flatMap(page => page.data)
  const waiting = held ? countNew(alerts, held) : 0
  if (alerts.length === 0 && !hasNextPage) return <Nothing filter={filter} />
  const today = dayText(now.getTime(), zone)
  const yesterday = dayText(now.getTime() - 86_400_000, zone)
  return (
    <>
      <div role="status" className="pointer-events-none sticky top-16 z-20 flex justify-center">
        {waiting > 0 && (
          <Button
            variant="primary"
            size="sm"
            onClick={show}
            className="pointer-events-auto rounded-full! shadow-floating"
          >
            {waiting} new
          </Button>
        )}
      </div>
      {byDay(alerts, ({ date }) => dayText(date, zone)).map(({ day, groups }) => (
        <section key={day} aria-label={day} className="mb-6">
          <h2 className="mb-1 px-1 font-sans text-14 font-medium text-ink-faint">
            {day === today ? 'Today' : day === yesterday ? 'Yesterday' : day}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {groups.map(group => (
              <AlertItem key={group.key} group={group} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage ? (
        <MoreRows query={query} count={alerts.length} what="More alerts" skeleton={<AlertRows count={3} />} />
      ) : (
        <p className="py-4 text-center text-12 text-ink-faint">That’s everything you were told.</p>
      )}
    </>
  )
}

function Nothing({ filter }: { filter: AlertFilter }) {
  if (filter === 'unread') {
    return (
      <EmptyState
        title="You’ve read everything"
        picture={<Lamp lit className="h-24" />}
        action={
          <Link to="/notifications" className={buttonClass()}>
            Show all alerts
          </Link>
        }
      >
        What you haven’t seen yet waits here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No alerts yet"
      picture={<Lamp lit={false} className="h-24" />}
      action={
        <Link
          to="/profile/settings"
          search={{ tab: 'notifications' }}
          className={buttonClass({ variant: 'primary' })}
        >
          Choose what you’re told
        </Link>
      }
    >
      Followers, requests, changes of your meetings and reminders appear here.
    </EmptyState>
  )
}
