import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import type { SessionShow } from '#web/features/sessions/session-search.ts'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { InviteList } from './invite-list.tsx'
import { SentList } from './sent-list.tsx'

const tabs = { invite: 'Invite', invited: 'Invited' } as const

/**
 * Invites followers to the owner’s session, and lists invited people (`?show=invite`, `?show=invited`). Once the session has no
 * coming date, only the latter.
 */
export function InviteDialog({ session, show }: { session: Session; show: SessionShow | undefined }) {
  const close = useCloseInAddress('show')
  const wanted = show === 'invite' || show === 'invited' ? show : null
  const [tab, setTab] = useState<keyof typeof tabs>(wanted ?? 'invite')
  // While closing, it still shows its content.
  if (wanted && wanted !== tab) setTab(wanted)
  if (session.upcoming.length === 0) {
    return (
      <Dialog hasAddress open={wanted !== null} onClose={close} title="Sent invitations" size="sm">
        <SentList session={session} />
      </Dialog>
    )
  }
  return (
    <Dialog hasAddress open={wanted !== null} onClose={close} title="Invite Followers" size="sm">
      <div className="sticky top-0 z-20 mb-3 bg-sheet">
        <Tabs label="Invitations">
          {(['invite', 'invited'] as const).map(name => (
            <Link
              key={name}
              to="."
              search={old => ({ ...old, show: name })}
              replace
              resetScroll={false}
              {...tabLink(name === tab)}
            >
              {tabs[name]}
            </Link>
          ))}
        </Tabs>
      </div>
      {/* Just as tall with a short list, so that the tabs don't move. */}
      <div className="min-h-[min(24rem,55dvh)]">
        {tab === 'invite' ? <InviteList session={session} /> : <SentList session={session} />}
      </div>
    </Dialog>
  )
}
