import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotificationsTab } from '#web/features/alerts/notifications-tab.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { ScheduleEditor } from '#web/features/schedules/schedule-editor.tsx'
import { Tabs, tabClass } from '#web/ui/tabs.tsx'
import { AccountTab } from './account-tab.tsx'
import { PrivacyTab } from './privacy-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { type SettingsTab, settingsTabs } from './tabs.ts'

const names: Record<SettingsTab, string> = {
  profile: 'Profile',
  schedule: 'Schedule',
  notifications: 'Notifications',
  account: 'Account',
  privacy: 'Privacy',
}

/** Everything about oneself that one can change. */
export function SettingsPage({ tab }: { tab: SettingsTab }) {
  const { data: profile } = useSuspenseQuery(ownProfileQuery)
  return (
    <>
      <h1 className="mb-3 text-28">Settings</h1>
      <Tabs label="Settings">
        {settingsTabs.map(name => (
          <Link
            key={name}
            to="/profile/settings"
            search={{ tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className={tabClass(name === tab)}
          >
            {names[name]}
          </Link>
        ))}
      </Tabs>
      {tab === 'profile' && <ProfileTab profile={profile} />}
      {tab === 'schedule' && <ScheduleEditor />}
      {tab === 'notifications' && <NotificationsTab />}
      {tab === 'account' && <AccountTab profile={profile} />}
      {tab === 'privacy' && <PrivacyTab />}
    </>
  )
}
