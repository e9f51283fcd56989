import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { loginQuery } from '#web/features/login/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The way in: to sign in for a visitor, straight to the notes for those who are signed in. */
export function EnterLink({
  visitor,
  ...look
}: {
  /** What it says to a visitor. */
  visitor: string
} & Parameters<typeof buttonClass>[0]) {
  const login = useQuery(loginQuery)
  return (
    <Link to={login.data ? '/explore' : '/login'} className={buttonClass(look)}>
      {login.data ? 'Open Ignite' : visitor}
    </Link>
  )
}
