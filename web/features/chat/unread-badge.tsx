import { useLogin } from '#web/features/logins/use-login.ts'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { useUnread } from './use-unread.ts'

/** The number of conversations with news. Hidden if it is zero or unknown. */
export function UnreadBadge() {
  const unread = useUnread(useLogin())
  return <UnreadCount count={unread ? unread.conversations + unread.requests : 0} />
}
