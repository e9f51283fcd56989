import { createFileRoute } from '@tanstack/react-router'
import { AlertsPage } from '#web/features/alerts/alerts-page.tsx'
import { alertsQuery } from '#web/features/alerts/queries.ts'

/** The alerts shown; all if absent. */
type Search = { tab?: 'unread' | undefined }

export const Route = createFileRoute('/_signed-in/notifications')({
  validateSearch: ({ tab }): Search => ({ tab: tab === 'unread' ? tab : undefined }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { tab } }) => {
    // Not awaited: the page shows a placeholder.
    void queryClient.prefetchInfiniteQuery(alertsQuery(tab ?? 'all'))
  },
  head: () => ({ meta: [{ title: 'Alerts' }] }),
  component: Alerts,
})

function Alerts() {
  return <AlertsPage filter={Route.useSearch().tab ?? 'all'} />
}
