import { createFileRoute, redirect } from '@tanstack/react-router'
import { GoodbyePage } from '#web/features/account/goodbye-page.tsx'
import { expectedClosed } from '#web/features/logins/login-ended.ts'

type Search = {
  /** The id of the deletion to follow; none if its answer was lost. */
  deletion?: string | undefined
}

export const Route = createFileRoute('/goodbye')({
  validateSearch: ({ deletion }): Search => ({
    deletion: typeof deletion === 'string' && /^[0-9a-f-]{36}$/i.test(deletion) ? deletion : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.deletion && !expectedClosed()) throw redirect({ to: '/' })
  },
  head: () => ({ meta: [{ title: 'Goodbye' }] }),
  component: Goodbye,
})

function Goodbye() {
  return <GoodbyePage deletion={Route.useSearch().deletion} />
}
