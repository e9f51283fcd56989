import type { OwnProfile } from '#shared/api/profiles.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ThemeField } from './theme-field.tsx'
import { TimeZoneSetting } from './time-zone-setting.tsx'
import { UsernameField } from './username-field.tsx'

/** How one is addressed, and how Ignite behaves for oneself alone. */
export function AccountTab({ profile }: { profile: OwnProfile }) {
  return (
    <>
      <Panel title="Username" description="Your short name on Ignite, and the address of your profile.">
        <UsernameField profile={profile} />
      </Panel>
      <Panel
        title="E-mail"
        description="It comes from the account you sign in with and can’t be changed here."
      >
        <div>
          <p className="text-16 break-all">{profile.email}</p>
          <p className="mt-1 text-14 text-ink-soft">
            {profile.email_confirmed
              ? 'Seen by nobody but you and students you meet for tutoring.'
              : 'Your provider hasn’t confirmed this address. Until it does, nobody else sees it and we send no email there.'}
          </p>
        </div>
      </Panel>
      <Panel title="Time zone" description="The zone in which times are shown to you.">
        <TimeZoneSetting profile={profile} />
      </Panel>
      <Panel title="Theme" description="Goes with you to every device you sign in on.">
        <ThemeField />
      </Panel>
    </>
  )
}
