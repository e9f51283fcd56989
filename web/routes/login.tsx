import { createFileRoute } from '@tanstack/react-router'
import { providersQuery } from '#web/features/logins/queries.ts'
import { LoginPage } from './-login/login-page.tsx'

type Search = {
  /** Where the person was going. */
  next?: string
  /** Why a sign-in failed, and with which provider (see signInFailureText). */
  error?: string
  provider?: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createFileRoute('/login')({
  validateSearch: (search): Search => ({
    next: text(search.next),
    error: text(search.error),
    provider: text(search.provider),
  }),
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(providersQuery),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: LoginPage,
})
