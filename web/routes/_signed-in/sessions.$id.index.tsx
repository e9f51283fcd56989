import { createFileRoute } from '@tanstack/react-router'
import { requireLoginFor } from '#web/features/logins/require-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { sessionQuery } from '#web/features/sessions/queries.ts'
import { type SessionShow, sessionShows } from '#web/features/sessions/session-search.ts'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { SessionPage } from './-session/session-page.tsx'

/** What is open over the page, so that Back closes it. */
type Search = { show?: SessionShow | undefined }

export const Route = createFileRoute('/_signed-in/sessions/$id/')({
  validateSearch: ({ show }): Search => ({ show: sessionShows.find(name => name === show) }),
  staticData: { forVisitors: true },
  beforeLoad: before => requireLoginFor(before.search.show, before),
  loader: async ({ context: { queryClient, login }, params: { id } }) => {
    const prepared = prepareTemporal()
    const [session] = await Promise.all([
      // The page shows a refusal.
      queryClient.ensureQueryData({ ...sessionQuery(id), revalidateIfStale: true }).catch(() => null),
      // Without the profile, times are in the device's zone.
      login && queryClient.ensureQueryData(ownProfileQuery).catch(() => null),
    ])
    await prepared
    return { title: session?.title ?? 'Session' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Session' }] }),
  pendingComponent: SessionSkeleton,
  component: SessionRoute,
})

function SessionRoute() {
  const { id } = Route.useParams()
  return <SessionPage key={id} id={id} show={Route.useSearch().show} />
}
