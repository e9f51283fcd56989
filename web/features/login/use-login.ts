import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { loginQuery } from './queries.ts'

/** Who is signed in, on a page below the guard, as they are now: they may have changed their name since the page was opened. */
export function useLogin() {
  const guarded = useRouteContext({ from: '/_signed-in', select: context => context.login })
  // Null for the moment in which one who signed out leaves the page.
  return useQuery(loginQuery).data ?? guarded
}
