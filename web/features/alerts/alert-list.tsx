import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/lib/use-now.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { dayText, relativeDay } from '#web/lib/zoned-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AlertItem } from './alert-item.tsx'
import { AlertRows } from './alerts-skeleton.tsx'
import { countNew } from './cache.ts'
import { byDay } from './groups.ts'
import { type AlertFilter, alertsQuery } from './queries.ts'
import { useArrivals } from './use-arrivals.ts'

/** The person's alerts by day; loads more on scrolling, and adds new ones. */
export function AlertList({ filter }: { filter: AlertFilter }) {
  const arrivals = useArrivals(filter)
  return (
    <Loaded
      failed="Your alerts didn’t load"
      waiting={
        <div role="status" aria-label="Loading your alerts">
          <AlertRows count={8} />
        </div>
      }
    >
      <Alerts filter={filter} {...arrivals} />
    </Loaded>
  )
}

function Alerts({ filter, held, show }: { filter: AlertFilter } & ReturnType<typeof useArrivals>) {
  const query = useSuspenseInfiniteQuery(alertsQuery(filter))
  const { data, hasNextPage } = query
  const zone = useViewerZone()
  const now = useNow()
  const alerts = data.pages.flatMap(page => page.data)
  const waiting = held ? countNew(alerts, held) : 0
  if (alerts.length === 0 && !hasNextPage) return <Nothing filter={filter} />
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
            {relativeDay(day, now, zone)}
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
        <p className="py-4 text-center text-12 text-ink-faint">You’re all caught up.</p>
      )}
    </>
  )
}

function Nothing({ filter }: { filter: AlertFilter }) {
  if (filter === 'unread') {
    return (
      <EmptyState
        title="No unread alerts"
        picture={<Lamp lit className="h-24" />}
        action={
          <Link to="/notifications" className={buttonClass()}>
            Show all alerts
          </Link>
        }
      >
        New alerts show up here.
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
          Notification settings
        </Link>
      }
    >
      New followers, requests, meeting changes and reminders show up here.
    </EmptyState>
  )
}
