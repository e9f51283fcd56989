import { createFileRoute } from '@tanstack/react-router'
import { bookingQuery } from '#web/features/booking/queries.ts'
import { requireLogin } from '#web/features/login/require-login.ts'
import { RoomPage } from '#web/features/meetings/room-page.tsx'
import { roomQuery } from '#web/features/meetings/room-queries.ts'
import { RoomSkeleton } from '#web/features/meetings/room-skeleton.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'

export const Route = createFileRoute('/meeting/live/$id')({
  beforeLoad: requireLogin,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const profile = await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    const zone = profile?.time_zone ?? deviceTimeZone()
    // A refusal is the page's to show.
    const booking = await queryClient.ensureQueryData(bookingQuery(id, zone)).catch(() => null)
    if (booking) return { title: booking.topic }
    // What is no booking can be a time of a group session.
    const room = await queryClient.ensureQueryData(roomQuery(id)).catch(() => null)
    return { title: room && 'topic' in room ? room.topic : 'Meeting' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Meeting' }] }),
  component: Room,
  pendingComponent: RoomSkeleton,
})

function Room() {
  return <RoomPage bookingId={Route.useParams().id} />
}
