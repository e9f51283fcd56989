import { createFileRoute } from '@tanstack/react-router'
import { EnrolmentsPage } from '#web/features/enrolments/enrolments-page.tsx'
import { InvitationsPage } from '#web/features/enrolments/invitations-page.tsx'
import {
  type EnrolmentTime,
  receivedQuery,
  sessionMeetingsQuery,
  unpaidQuery,
} from '#web/features/enrolments/queries.ts'
import { MeetingsSkeleton } from '#web/features/meetings/meeting-skeletons.tsx'
import { MeetingsPage } from '#web/features/meetings/meetings-page.tsx'
import { meetingsQuery } from '#web/features/meetings/queries.ts'
import {
  filters,
  type MeetingFilter,
  type MeetingSearch,
  type MeetingsTab,
} from '#web/features/meetings/search.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'

const tabs = ['passed', 'enrollments', 'invitations'] as const

type Deps = { tab: MeetingsTab; filter: MeetingFilter; when: EnrolmentTime }

export const Route = createFileRoute('/_signed-in/meeting')({
  validateSearch: ({ tab, filter, when, request }): MeetingSearch => ({
    tab: tabs.find(one => one === tab),
    filter: filters.find(
      (one): one is NonNullable<MeetingSearch['filter']> => one !== 'all' && one === filter,
    ),
    when: when === 'passed' ? when : undefined,
    request: typeof request === 'string' && /^[0-9a-f-]{36}$/.test(request) ? request : undefined,
  }),
  loaderDeps: ({ search: { tab, filter, when } }): Deps => ({
    tab: tab ?? 'upcoming',
    filter: filter ?? 'all',
    when: when ?? 'upcoming',
  }),
  loader: async ({ context: { queryClient }, deps: { tab, filter, when } }) => {
    // Not waited for: the page shows the shape of what is coming.
    void queryClient.prefetchInfiniteQuery(receivedQuery)
    if (tab === 'enrollments') {
      void queryClient.prefetchInfiniteQuery(sessionMeetingsQuery(when, filter))
      if (when === 'upcoming') void queryClient.prefetchInfiniteQuery(unpaidQuery)
    } else if (tab !== 'invitations') {
      void queryClient.prefetchInfiniteQuery(meetingsQuery(tab === 'passed' ? tab : filter))
    }
    // Without the profile, times are in the device's zone.
    await Promise.all([prepareTemporal(), queryClient.ensureQueryData(ownProfileQuery).catch(() => null)])
  },
  head: () => ({ meta: [{ title: 'Meetings' }] }),
  pendingComponent: MeetingsSkeleton,
  component: Meetings,
})

function Meetings() {
  const { tab, filter, when } = Route.useLoaderDeps()
  const { request } = Route.useSearch()
  if (tab === 'enrollments') return <EnrolmentsPage when={when} filter={filter} />
  if (tab === 'invitations') return <InvitationsPage />
  return <MeetingsPage list={tab === 'passed' ? tab : filter} request={request} />
}
