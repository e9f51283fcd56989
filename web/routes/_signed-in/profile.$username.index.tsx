import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type BookingSearch, parseBookingSearch, runOf } from '#web/features/bookings/booking-search.ts'
import { requireLoginFor } from '#web/features/logins/require-login.ts'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { profileQuery } from '#web/features/profiles/queries.ts'
import { loadedForDrawing } from '#web/lib/drawing.ts'
import { loadContent, PersonProfilePage } from './-profile/person-profile-page.tsx'
import { type ProfileSearch, readProfileSearch } from './-profile/profile-search.ts'

// Visitors open this page, and don't book.
const TutorBookingHost = lazy(async () => ({
  default: (await import('#web/features/bookings/booking-host.tsx')).TutorBookingHost,
}))

export const Route = createFileRoute('/_signed-in/profile/$username/')({
  validateSearch: (search): ProfileSearch & BookingSearch => ({
    ...readProfileSearch(search),
    ...parseBookingSearch(search),
  }),
  staticData: { forVisitors: true },
  beforeLoad: before => requireLoginFor(before.search.list ?? before.search.book, before),
  loaderDeps: ({ search: { crn, list } }) => ({ crn, list }),
  loader: async ({ context: { queryClient, login }, params: { username }, deps: search }) => {
    // The page shows a refusal.
    const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(() => null)
    if (profile?.is_you) throw redirect({ to: '/profile', search, replace: true })
    // By a former name, or in another case.
    if (profile && profile.username !== username) {
      throw redirect({
        to: '/profile/$username',
        params: { username: profile.username },
        search,
        replace: true,
      })
    }
    if (profile && !profile.blocked) {
      await loadedForDrawing(loadContent(queryClient, profile, { crn: search.crn, visitor: !login }))
    }
    return { title: profile?.name ?? 'Profile' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Profile' }] }),
  pendingComponent: ProfileSkeleton,
  component: PersonProfile,
})

function PersonProfile() {
  const { username } = Route.useParams()
  const { book, from, to, ...search } = Route.useSearch()
  // A step that left the address stays mounted for its closing animation.
  const [booked, setBooked] = useState(false)
  if (book && !booked) setBooked(true)
  return (
    <>
      <PersonProfilePage key={username} {...search} username={username} />
      {booked && (
        <Suspense>
          <TutorBookingHost key={username} username={username} step={book} run={runOf({ from, to })} />
        </Suspense>
      )}
    </>
  )
}
