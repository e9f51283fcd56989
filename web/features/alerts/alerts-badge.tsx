import { useQuery } from '@tanstack/react-query'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { unreadQuery } from './queries.ts'

/** The number of unread alerts, on the icon that leads to them. Hidden if it is zero or unknown. */
export function AlertsBadge() {
  const { data: count = 0 } = useQuery(unreadQuery)
  return <UnreadCount count={count} />
}
