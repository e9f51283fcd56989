import type { OwnProfile } from '#shared/api/profiles.ts'
import { HighlightsField } from '#web/features/profiles/highlights-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PictureField } from './picture-field.tsx'
import { ProfileForm } from './profile-form.tsx'

/** What others see of a person. */
export function ProfileTab({ profile }: { profile: OwnProfile }) {
  return (
    <>
      <Panel title="Picture" description="Shows up next to your name everywhere.">
        <PictureField profile={profile} />
      </Panel>
      <Panel
        anchor="highlights"
        title="Highlights"
        description="Posts that show up first on your profile, in this order."
      >
        <HighlightsField />
      </Panel>
      <ProfileForm profile={profile} />
    </>
  )
}
