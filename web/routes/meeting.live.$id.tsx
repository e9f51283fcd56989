import { createFileRoute } from '@tanstack/react-router'
import { bookingQuery } from '#web/features/bookings/queries.ts'
import { requireLogin } from '#web/features/logins/require-login.ts'
import { RoomPage } from '#web/features/meetings/room-page.tsx'
import { roomQuery } from '#web/features/meetings/room-queries.ts'
import { RoomSkeleton } from '#web/features/meetings/room-skeleton.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { shownZone } from '#web/lib/time-zones.ts'

export const Route = createFileRoute('/meeting/live/$id')({
  // It stands in a browser alone: no server draws it.
  ssr: false,
  beforeLoad: requireLogin,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const profile = await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    const zone = shownZone(profile?.time_zone)
    // The page shows a refusal.
    const room = await queryClient.ensureQueryData(roomQuery(id)).catch(() => null)
    if (room && 'topic' in room) return { title: room.topic }
    // An id that isn't a booking's can be a group session's occurrence, which has none.
    const booking = await queryClient.ensureQueryData(bookingQuery(id, zone)).catch(() => null)
    return { title: booking?.topic ?? 'Meeting' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Meeting' }] }),
  component: Room,
  pendingComponent: RoomSkeleton,
})

function Room() {
  return <RoomPage bookingId={Route.useParams().id} />
}
