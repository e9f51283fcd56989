import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { expectedClosed } from './login-ended.ts'
import { type Login, loginQuery, registrationQuery } from './queries.ts'

type Before = { context: { queryClient: QueryClient }; location: { href: string } }

/** Guards a page: a visitor signs in first and then returns to it. */
export async function requireLogin({ context: { queryClient }, location }: Before) {
  const login = await findLogin(queryClient)
  if (!login) throw signInFirst(location)
  return { login }
}

/** Guards pages as `requireLogin` does, except those that are for visitors too. */
export async function admitVisitors({
  matches,
  ...before
}: Before & { matches: readonly { staticData: { forVisitors?: boolean } }[] }) {
  if (!matches.some(({ staticData }) => staticData.forVisitors)) return requireLogin(before)
  return { login: await findLogin(before.context.queryClient) }
}

/** On a page for visitors too: guards what is `opened` over it. */
export function requireLoginFor(
  opened: unknown,
  { context: { login }, location }: { context: { login: Login | null }; location: { href: string } },
): void {
  if (opened !== undefined && !login) throw signInFirst(location)
}

async function findLogin(queryClient: QueryClient): Promise<Login | null> {
  const login = await queryClient.ensureQueryData({ ...loginQuery, revalidateIfStale: true })
  // Nothing on the page waits for it.
  if (login) void queryClient.prefetchQuery(registrationQuery(login))
  return login
}

function signInFirst({ href }: { href: string }) {
  if (expectedClosed()) return redirect({ to: '/goodbye' })
  return redirect({ to: '/login', search: { next: href } })
}
