import { useQuery } from '@tanstack/react-query'
import { useLogin } from '#web/features/logins/use-login.ts'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { unreadQuery } from './queries.ts'

/** The number of conversations with news. Hidden if it is zero or unknown. */
export function UnreadBadge() {
  const { data } = useQuery(unreadQuery(useLogin()))
  return <UnreadCount count={data ? data.conversations + data.requests : 0} />
}
