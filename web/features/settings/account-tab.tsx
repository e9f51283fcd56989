import type { ReactNode } from 'react'
import type { OwnProfile } from '#shared/api/profiles.ts'
import { Panel } from '#web/ui/panel.tsx'
import { RefusedAddress } from './refused-address.tsx'
import { SingleKeysField } from './single-keys-field.tsx'
import { ThemeField } from './theme-field.tsx'
import { TimeZoneSetting } from './time-zone-setting.tsx'
import { UsernameField } from './username-field.tsx'

/** The person's name and address, and personal preferences. */
export function AccountTab({
  profile,
  zoneNote,
}: {
  profile: OwnProfile
  /** What a change of the time zone leaves as it is. */
  zoneNote: ReactNode
}) {
  return (
    <>
      <Panel title="Username" description="Your short name on Ignite and the link to your profile.">
        <UsernameField profile={profile} />
      </Panel>
      <Panel
        title="Email"
        description="It comes from the account you sign in with. You can’t change it here."
      >
        <div>
          <p className="text-16 break-all">{profile.email}</p>
          <p className="mt-1 text-14 text-ink-soft">
            {profile.email_confirmed
              ? 'Only you and people you have an accepted booking with can see it.'
              : 'Your provider hasn’t confirmed this address. Until it does, nobody else can see it and we won’t email you there.'}
          </p>
        </div>
        {profile.email_confirmed && profile.email_refused && <RefusedAddress email={profile.email} />}
      </Panel>
      <Panel
        title="Time zone"
        description="We show you times in this time zone, and your profile says what time it is for you."
      >
        <TimeZoneSetting profile={profile} />
        {zoneNote}
      </Panel>
      <Panel title="Theme" description="Applies to every device you sign in on.">
        <ThemeField />
      </Panel>
      <Panel
        title="Keyboard shortcuts"
        description="Turn these off if you use dictation or press keys by accident. Applies to this browser only."
      >
        <SingleKeysField />
      </Panel>
    </>
  )
}
