import type { OwnProfile } from '#shared/api/profiles.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PictureField } from './picture-field.tsx'
import { ProfileForm } from './profile-form.tsx'

/** What others see of a person. */
export function ProfileTab({ profile }: { profile: OwnProfile }) {
  return (
    <>
      <Panel title="Picture" description="Stands beside your name wherever you appear.">
        <PictureField profile={profile} />
      </Panel>
      <ProfileForm profile={profile} />
    </>
  )
}
