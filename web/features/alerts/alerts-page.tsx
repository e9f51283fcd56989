import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCheck, Settings } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { AlertList } from './alert-list.tsx'
import { type AlertFilter, alertsQuery, unreadQuery } from './queries.ts'
import { useMarkAll } from './use-mark.ts'

const tabs: readonly { filter: AlertFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'unread', label: 'Unread' },
]

/** All of the person's alerts. */
export function AlertsPage({ filter }: { filter: AlertFilter }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const { data } = useInfiniteQuery(alertsQuery(filter))
  const markAll = useMarkAll()
  const seen = data?.pages[0]?.seen
  return (
    <div className="mx-auto max-w-180">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-28">Alerts</h1>
        <div className="-my-1.5 flex items-center gap-1">
          <Button
            variant="quiet"
            size="sm"
            disabled={seen === undefined || unread === 0}
            pending={markAll.isPending}
            onClick={() => seen !== undefined && markAll.mutate(seen)}
          >
            <CheckCheck aria-hidden="true" className="size-4" />
            Mark all as read
          </Button>
          <Link
            to="/profile/settings"
            search={{ tab: 'notifications' }}
            aria-label="Notification settings"
            data-tip="Notification settings"
            className={iconButtonClass}
          >
            <Settings aria-hidden="true" className="size-5" />
          </Link>
        </div>
      </div>
      <Tabs label="Alerts">
        {tabs.map(tab => (
          <Link
            key={tab.filter}
            to="/notifications"
            search={tab.filter === 'unread' ? { tab: 'unread' } : {}}
            {...tabLink(tab.filter === filter)}
          >
            {tab.label}
          </Link>
        ))}
      </Tabs>
      <div className="mt-5">
        <AlertList key={filter} filter={filter} />
      </div>
    </div>
  )
}
