import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { CreateSessionPage } from '#web/features/sessions/create-page.tsx'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'

export const Route = createFileRoute('/_signed-in/sessions/create')({
  loader: async ({ context: { queryClient } }) => {
    // Without the profile, times are in the device's zone.
    await Promise.all([prepareTemporal(), queryClient.ensureQueryData(ownProfileQuery).catch(() => null)])
  },
  head: () => ({ meta: [{ title: 'New Session' }] }),
  pendingComponent: SessionSkeleton,
  component: CreateSessionPage,
})
