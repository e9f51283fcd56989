import { useQuery } from '@tanstack/react-query'
import { useLogin } from '#web/features/login/use-login.ts'
import { unreadQuery } from './queries.ts'

/** In how many conversations there is something new. Nothing where there is none, or nobody knows. */
export function UnreadBadge() {
  const { data } = useQuery(unreadQuery(useLogin()))
  const count = data ? data.conversations + data.requests : 0
  if (count === 0) return null
  return (
    <span className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-accent px-1 text-center text-12 leading-4 font-semibold text-on-accent tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
