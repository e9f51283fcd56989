import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AccountData } from '#web/features/account/account-data.tsx'
import { NotificationsTab } from '#web/features/alerts/notifications-tab.tsx'
import { BlockedPeople } from '#web/features/blocks/blocked-people.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { ScheduleEditor } from '#web/features/schedules/schedule-editor.tsx'
import { AccountTab } from '#web/features/settings/account-tab.tsx'
import { ProfileTab } from '#web/features/settings/profile-tab.tsx'
import { type SettingsTab, settingsTabs } from '#web/features/settings/tabs.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs, tabClass } from '#web/ui/tabs.tsx'

const names: Record<SettingsTab, string> = {
  profile: 'Profile',
  schedule: 'Schedule',
  notifications: 'Notifications',
  account: 'Account',
  privacy: 'Privacy',
}

/** Everything that people can change about themselves. */
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

/** Visibility, blocked people, and the person's data. */
function PrivacyTab() {
  return (
    <>
      <Panel title="What others see" description="Anyone who can open Ignite can see your profile.">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-14 text-ink-soft marker:text-line-strong">
          <li>Your name, picture, username, profile and posts are public.</li>
          <li>Only you and students you meet for tutoring can see your email address.</li>
          <li>Only you can see what you save, what you search for and where you stopped reading.</li>
        </ul>
      </Panel>
      <BlockedPeople />
      <AccountData />
    </>
  )
}
