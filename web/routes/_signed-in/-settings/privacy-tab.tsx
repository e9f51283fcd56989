import { AccountData } from '#web/features/account/account-data.tsx'
import { BlockedPeople } from '#web/features/blocks/blocked-people.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Visibility, blocked people, and the person's data. */
export function PrivacyTab() {
  return (
    <>
      <Panel title="What others see" description="Anyone who can open Ignite can see your profile.">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-14 text-ink-soft marker:text-line-strong">
          <li>Your name, picture, username, profile and posts are public.</li>
          <li>Only people you have an accepted booking with can see your email address.</li>
          <li>Only you can see what you save, what you search for and where you stopped reading.</li>
        </ul>
      </Panel>
      <BlockedPeople />
      <AccountData />
    </>
  )
}
