import { createFileRoute } from '@tanstack/react-router'
import { MeetingsSkeleton } from '#web/features/meetings/meeting-skeletons.tsx'
import { MeetingsPage } from '#web/features/meetings/meetings-page.tsx'
import {
  filters,
  type MeetingFilter,
  type MeetingListName,
  meetingsQuery,
} from '#web/features/meetings/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'

type Search = {
  tab?: 'passed'
  /** Of those ahead; all when absent. */
  filter?: Exclude<MeetingFilter, 'all'>
  /** The booking whose request is open over the page. */
  request?: string
}

export const Route = createFileRoute('/_signed-in/meeting')({
  validateSearch: ({ tab, filter, request }): Search => ({
    tab: tab === 'passed' ? tab : undefined,
    filter: filters.find((one): one is Exclude<MeetingFilter, 'all'> => one !== 'all' && one === filter),
    request: typeof request === 'string' && /^[0-9a-f-]{36}$/.test(request) ? request : undefined,
  }),
  loaderDeps: ({ search }): { list: MeetingListName } => ({ list: search.tab ?? search.filter ?? 'all' }),
  loader: async ({ context: { queryClient }, deps }) => {
    // Not waited for: the page shows the shape of what is coming.
    void queryClient.prefetchInfiniteQuery(meetingsQuery(deps.list))
    // Without the profile, times are in the device's zone.
    await Promise.all([prepareTemporal(), queryClient.ensureQueryData(ownProfileQuery).catch(() => null)])
  },
  head: () => ({ meta: [{ title: 'Meetings' }] }),
  pendingComponent: MeetingsSkeleton,
  component: Meetings,
})

function Meetings() {
  const { list } = Route.useLoaderDeps()
  const { request } = Route.useSearch()
  return <MeetingsPage list={list} request={request} />
}
