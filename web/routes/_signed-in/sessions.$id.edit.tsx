import { createFileRoute } from '@tanstack/react-router'
import { EditSessionPage } from '#web/features/sessions/edit-page.tsx'
import { sessionQuery } from '#web/features/sessions/queries.ts'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'

export const Route = createFileRoute('/_signed-in/sessions/$id/edit')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const prepared = prepareTemporal()
    // The current version, since saving replaces it. The page shows a refusal.
    await queryClient.fetchQuery({ ...sessionQuery(id), staleTime: 0, retry: false }).catch(() => null)
    await prepared
  },
  head: () => ({ meta: [{ title: 'Edit session' }] }),
  pendingComponent: SessionSkeleton,
  component: EditRoute,
})

function EditRoute() {
  const { id } = Route.useParams()
  return <EditSessionPage key={id} id={id} />
}
