import { Link } from '@tanstack/react-router'
import { Check, PencilLine, Share2 } from 'lucide-react'
import type { Profile } from '#shared/api/profiles.ts'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { FollowButton } from '#web/features/people/follow-button.tsx'
import { EditHours } from '#web/features/schedules/edit-hours.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useShareLink } from '#web/ui/use-share-link.ts'
import { MoreMenu } from './more-menu.tsx'

/** What one can do with a profile: change one's own, follow another's. */
export function ProfileActions({ profile, className }: { profile: Profile; className: string }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)} data-print="hidden">
      {profile.is_you ? (
        <>
          <Link to="/profile/edit" className={buttonClass({ variant: 'primary' })}>
            <PencilLine aria-hidden="true" strokeWidth={1.5} className="size-4" />
            Edit profile
          </Link>
          <EditHours />
        </>
      ) : (
        <>
          <FollowButton person={profile} primary />
          <MessageButton person={profile} />
        </>
      )}
      <ShareProfile profile={profile} />
      {!profile.is_you && <MoreMenu profile={profile} />}
    </div>
  )
}

function ShareProfile({ profile: { name, username } }: { profile: Profile }) {
  const { share, copied } = useShareLink({ title: name, path: `/profile/${username}` })
  const Icon = copied ? Check : Share2
  return (
    <Button onClick={() => void share()}>
      <Icon aria-hidden="true" strokeWidth={1.5} className={cx('size-4', copied && 'text-positive')} />
      {copied ? 'Copied' : 'Share profile'}
    </Button>
  )
}
