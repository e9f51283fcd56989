import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { ownScheduleQuery } from '#web/features/schedules/queries.ts'
import { SettingsSkeleton } from '#web/features/settings/settings-skeleton.tsx'
import { type SettingsTab, settingsTabs } from '#web/features/settings/tabs.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { RouteError } from '../-shell/route-error.tsx'
import { loadTab, SettingsPage } from './-settings/settings-page.tsx'

type Search = { tab?: SettingsTab | undefined }

export const Route = createFileRoute('/_signed-in/profile/settings')({
  validateSearch: (search): Search => ({
    tab: settingsTabs.find(name => name === search.tab),
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab: tab ?? 'profile' }),
  loader: async ({ context: { queryClient }, deps: { tab } }) => {
    await Promise.all([
      loadTab(tab),
      queryClient.ensureQueryData(ownProfileQuery),
      tab === 'account' ? queryClient.prefetchQuery(ownScheduleQuery) : null,
      tab === 'account' || tab === 'schedule' ? prepareTemporal() : null,
    ])
  },
  head: () => ({ meta: [{ title: 'Settings' }] }),
  pendingComponent: SettingsSkeleton,
  errorComponent: RouteError,
  component: () => <SettingsPage tab={Route.useLoaderDeps().tab} />,
})
