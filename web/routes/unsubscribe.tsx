import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#web/features/alerts/unsubscribe-page.tsx'

type Search = {
  /** The token in an unsubscribe link. */
  token?: string | undefined
}

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: ({ token }): Search => ({
    token: typeof token === 'string' ? token.slice(0, 300) : undefined,
  }),
  head: () => ({ meta: [{ title: 'Emails' }] }),
  component: Unsubscribe,
})

function Unsubscribe() {
  return <UnsubscribePage token={Route.useSearch().token ?? ''} />
}
