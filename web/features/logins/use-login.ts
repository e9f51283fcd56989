import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type Login, loginQuery } from './queries.ts'

/**
 * The signed-in person, where only they can be, in their current state: they may have changed their name since the
 * page was opened.
 */
export function useLogin(): Login {
  const admitted = useRouteContext({ from: '/_signed-in', select: context => context.login })
  // Null while a person who signed out is leaving the page.
  const login = useQuery(loginQuery).data ?? admitted
  if (!login) throw new Error('a visitor is where only signed-in people can be')
  return login
}

/** Whether nobody is signed in. */
export function useIsVisitor(): boolean {
  return useQuery(loginQuery).data === null
}
