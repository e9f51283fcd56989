import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { loginQuery } from '#web/features/logins/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useNext } from './use-next.ts'

/**
 * The entry link: signing in for a visitor, and then back to the page; straight to the notes for a signed-in
 * person.
 */
export function EnterLink({
  visitor,
  ...look
}: {
  /** The label for a visitor. */
  visitor: string
} & Parameters<typeof buttonClass>[0]) {
  const login = useQuery(loginQuery)
  const next = useNext()
  return login.data ? (
    <Link to="/explore" className={buttonClass(look)}>
      Open Ignite
    </Link>
  ) : (
    <Link to="/login" search={{ next }} className={buttonClass(look)}>
      {visitor}
    </Link>
  )
}
