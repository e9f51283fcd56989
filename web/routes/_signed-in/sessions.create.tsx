import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { CreateSessionPage } from '#web/features/sessions/create-page.tsx'
import { sessionQuery } from '#web/features/sessions/queries.ts'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'

/** A session of the person's to copy. */
type Search = { like?: string | undefined }

export const Route = createFileRoute('/_signed-in/sessions/create')({
  validateSearch: ({ like }): Search => ({ like: typeof like === 'string' ? like : undefined }),
  loaderDeps: ({ search: { like } }) => ({ like }),
  loader: async ({ context: { queryClient }, deps: { like } }) => {
    // Without the profile, times are in the device's zone; without the other session, the form starts empty.
    const [, , other] = await Promise.all([
      prepareTemporal(),
      queryClient.ensureQueryData(ownProfileQuery).catch(() => null),
      like ? queryClient.fetchQuery({ ...sessionQuery(like), retry: false }).catch(() => null) : null,
    ])
    return { like: other?.is_owner ? other : null }
  },
  head: () => ({ meta: [{ title: 'New Session' }] }),
  pendingComponent: SessionSkeleton,
  component: CreateRoute,
})

function CreateRoute() {
  const { like } = Route.useLoaderData()
  return <CreateSessionPage key={like?.id} like={like} />
}
