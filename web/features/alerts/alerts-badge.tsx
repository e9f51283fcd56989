import { useQuery } from '@tanstack/react-query'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { unreadQuery } from './queries.ts'

/** How many alerts are unread, on the icon that leads to them. Nothing where there is none, or nobody knows. */
export function AlertsBadge() {
  const { data: count = 0 } = useQuery(unreadQuery)
  return <UnreadCount count={count} />
}
