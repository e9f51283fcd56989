import type { OwnProfile } from '#shared/api/profiles.ts'
import { HighlightsField } from '#web/features/highlights/highlights-field.tsx'
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
      <Panel title="Highlights" description="Posts of yours that stand first on your profile, in this order.">
        <HighlightsField />
      </Panel>
      <ProfileForm profile={profile} />
    </>
  )
}
