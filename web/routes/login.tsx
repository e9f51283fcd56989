import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/features/login/login-page.tsx'

type Search = {
  /** Where the person was going. */
  next?: string
  /** Why a sign-in didn't work, and with which provider (see signInFailureText). */
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
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: LoginPage,
})
