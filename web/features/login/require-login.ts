import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { loginQuery, registrationQuery } from './queries.ts'

type Before = { context: { queryClient: QueryClient }; location: { href: string } }

/** Guards a page: a visitor signs in first and comes back to it. */
export async function requireLogin({ context: { queryClient }, location }: Before) {
  const login = await queryClient.ensureQueryData({ ...loginQuery, revalidateIfStale: true })
  if (!login) throw redirect({ to: '/login', search: { next: location.href } })
  // Nothing on the page waits for it.
  void queryClient.prefetchQuery(registrationQuery(login))
  return { login }
}
