import { createFileRoute, redirect } from '@tanstack/react-router'
import { GoodbyePage } from '#web/features/account/goodbye-page.tsx'

type Search = {
  /** The id of the deletion to follow. */
  deletion?: string | undefined
}

export const Route = createFileRoute('/goodbye')({
  validateSearch: ({ deletion }): Search => ({
    deletion: typeof deletion === 'string' && /^[0-9a-f-]{36}$/i.test(deletion) ? deletion : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.deletion) throw redirect({ to: '/' })
  },
  head: () => ({ meta: [{ title: 'Goodbye' }] }),
  component: Goodbye,
})

function Goodbye() {
  return <GoodbyePage deletion={Route.useSearch().deletion ?? ''} />
}
