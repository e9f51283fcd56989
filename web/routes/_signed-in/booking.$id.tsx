import { createFileRoute } from '@tanstack/react-router'
import { BookingPage, BookingSkeleton } from '#web/features/bookings/booking-page.tsx'
import { bookingQuery } from '#web/features/bookings/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { shownZone } from '#web/lib/time-zones.ts'

type Search = { paid?: '1' | undefined }

export const Route = createFileRoute('/_signed-in/booking/$id')({
  validateSearch: (search): Search => ({ paid: search.paid === '1' ? '1' : undefined }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const prepared = prepareTemporal()
    // The page shows a refusal.
    const profile = await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    const zone = shownZone(profile?.time_zone)
    await queryClient.ensureQueryData(bookingQuery(id, zone)).catch(() => null)
    await prepared
  },
  head: () => ({ meta: [{ title: 'Booking' }] }),
  pendingComponent: BookingSkeleton,
  component: BookingRoute,
})

function BookingRoute() {
  const { id } = Route.useParams()
  return <BookingPage key={id} id={id} paid={Route.useSearch().paid === '1'} />
}
