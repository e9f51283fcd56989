import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MeetingsSkeleton } from '#web/features/bookings/booking-skeletons.tsx'
import { BookingsTab } from '#web/features/bookings/bookings-tab.tsx'
import { bookingsQuery } from '#web/features/bookings/queries.ts'
import {
  filters,
  type MeetingFilter,
  type MeetingSearch,
  type MeetingsTab,
} from '#web/features/bookings/search.ts'
import { EnrolmentsTab } from '#web/features/enrolments/enrolments-tab.tsx'
import { MeetingList } from '#web/features/enrolments/meeting-list.tsx'
import { sessionMeetingsQuery, unpaidQuery } from '#web/features/enrolments/queries.ts'
import { receivedQuery } from '#web/features/invitations/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { MeetingsHead } from './-meetings-head.tsx'

const tabs = ['passed', 'enrollments', 'invitations'] as const

type Deps = { tab: MeetingsTab; filter: MeetingFilter }

export const Route = createFileRoute('/_signed-in/meeting')({
  validateSearch: ({ tab, filter, request }): MeetingSearch => ({
    tab: tabs.find(one => one === tab),
    filter: filters.find(
      (one): one is NonNullable<MeetingSearch['filter']> => one !== 'all' && one === filter,
    ),
    request: typeof request === 'string' && /^[0-9a-f-]{36}$/.test(request) ? request : undefined,
  }),
  loaderDeps: ({ search: { tab, filter } }): Deps => ({
    tab: tab ?? 'upcoming',
    filter: filter ?? 'all',
  }),
  loader: async ({ context: { queryClient }, deps: { tab, filter } }) => {
    // Not awaited: the page shows a placeholder.
    void queryClient.prefetchInfiniteQuery(receivedQuery)
    const list = tab === 'passed' ? tab : filter
    if (tab !== 'invitations') {
      void queryClient.prefetchInfiniteQuery(
        sessionMeetingsQuery(tab === 'passed' ? tab : 'upcoming', tab === 'upcoming' ? filter : 'all'),
      )
      if (tab !== 'passed') void queryClient.prefetchInfiniteQuery(unpaidQuery)
      if (tab !== 'enrollments') void queryClient.prefetchInfiniteQuery(bookingsQuery(list))
    }
    // Without the profile, times are in the device's zone.
    await Promise.all([
      prepareTemporal(),
      tab === 'invitations' && InvitationsTab.preload?.(),
      queryClient.ensureQueryData(ownProfileQuery).catch(() => null),
    ])
  },
  head: () => ({ meta: [{ title: 'Meetings' }] }),
  pendingComponent: MeetingsSkeleton,
  component: Meetings,
})

const InvitationsTab = lazyRouteComponent(
  () => import('#web/features/invitations/invitations-tab.tsx'),
  'InvitationsTab',
)

function Meetings() {
  const { tab, filter } = Route.useLoaderDeps()
  const { request } = Route.useSearch()
  const list = tab === 'passed' ? tab : filter
  return (
    <>
      <MeetingsHead tab={tab} />
      {tab === 'enrollments' ? (
        <EnrolmentsTab />
      ) : tab === 'invitations' ? (
        <InvitationsTab />
      ) : (
        <BookingsTab list={list} request={request}>
          {(zone, onOpen) => <MeetingList key={list} list={list} zone={zone} onOpen={onOpen} />}
        </BookingsTab>
      )}
    </>
  )
}
