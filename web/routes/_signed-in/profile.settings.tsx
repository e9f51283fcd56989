import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { SettingsSkeleton } from '#web/features/settings/settings-skeleton.tsx'
import { type SettingsTab, settingsTabs } from '#web/features/settings/tabs.ts'
import { RouteError } from '#web/features/shell/route-error.tsx'

type Search = { tab?: SettingsTab | undefined }

export const Route = createFileRoute('/_signed-in/profile/settings')({
  validateSearch: (search): Search => ({ tab: settingsTabs.find(name => name === search.tab) }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(ownProfileQuery),
  head: () => ({ meta: [{ title: 'Settings' }] }),
  pendingComponent: SettingsSkeleton,
  errorComponent: RouteError,
  component: Settings,
})

function Settings() {
  return <SettingsPage tab={Route.useSearch().tab ?? 'profile'} />
}
