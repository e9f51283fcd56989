import { useQuery } from '@tanstack/react-query'
import { useLogin } from '#web/features/login/use-login.ts'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { unreadQuery } from './queries.ts'

/** In how many conversations there is something new. Nothing where there is none, or nobody knows. */
export function UnreadBadge() {
  const { data } = useQuery(unreadQuery(useLogin()))
  return <UnreadCount count={data ? data.conversations + data.requests : 0} />
}
