import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { HoursZoneNote } from '#web/features/schedules/hours-zone-note.tsx'
import { ProfileTab } from '#web/features/settings/profile-tab.tsx'
import { type SettingsTab, settingsTabs } from '#web/features/settings/tabs.ts'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'

const names: Record<SettingsTab, string> = {
  profile: 'Profile',
  schedule: 'Schedule',
  notifications: 'Notifications',
  account: 'Account',
  privacy: 'Privacy',
}

const ScheduleEditor = lazyRouteComponent(
  () => import('#web/features/schedules/schedule-editor.tsx'),
  'ScheduleEditor',
)
const NotificationsTab = lazyRouteComponent(
  () => import('#web/features/alerts/notifications-tab.tsx'),
  'NotificationsTab',
)
const AccountTab = lazyRouteComponent(() => import('#web/features/settings/account-tab.tsx'), 'AccountTab')
const PrivacyTab = lazyRouteComponent(() => import('./privacy-tab.tsx'), 'PrivacyTab')

const later = {
  schedule: ScheduleEditor,
  notifications: NotificationsTab,
  account: AccountTab,
  privacy: PrivacyTab,
}

/** Fetches the code of a tab, so that it shows whole. */
export async function loadTab(tab: SettingsTab): Promise<void> {
  if (tab !== 'profile') await later[tab].preload?.()
}

/** Everything that people can change about themselves. */
export function SettingsPage({ tab }: { tab: SettingsTab }) {
  const { data: profile } = useSuspenseQuery(ownProfileQuery)
  return (
    <>
      <h1 className="mb-3 text-28">Settings</h1>
      <Tabs label="Settings">
        {settingsTabs.map(name => (
          <Link key={name} to="/profile/settings" search={{ tab: name }} {...tabLink(name === tab)}>
            {names[name]}
          </Link>
        ))}
      </Tabs>
      {tab === 'profile' && <ProfileTab profile={profile} />}
      {tab === 'schedule' && <ScheduleEditor />}
      {tab === 'notifications' && <NotificationsTab profile={profile} />}
      {tab === 'account' && (
        <AccountTab profile={profile} zoneNote={<HoursZoneNote ownZone={profile.time_zone} />} />
      )}
      {tab === 'privacy' && <PrivacyTab />}
    </>
  )
}
