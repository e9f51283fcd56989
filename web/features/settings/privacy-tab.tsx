import { AccountData } from '#web/features/account/account-data.tsx'
import { BlockedPeople } from '#web/features/trust/blocked-people.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Who sees what, whom one blocks, and one's data. */
export function PrivacyTab() {
  return (
    <>
      <Panel title="What others see" description="Your profile is open to everyone who can open Ignite.">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-14 text-ink-soft marker:text-line-strong">
          <li>
            Your name, picture, username and what you write on your profile are public, and so are your posts.
          </li>
          <li>Your e-mail address is seen by nobody but you and students you meet for tutoring.</li>
          <li>What you save, what you search for and where you stopped reading is yours alone.</li>
        </ul>
      </Panel>
      <BlockedPeople />
      <AccountData />
    </>
  )
}
