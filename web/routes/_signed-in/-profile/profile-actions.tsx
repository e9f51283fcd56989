import { Link } from '@tanstack/react-router'
import { CalendarPlus, Check, Ellipsis, PencilLine, Share2 } from 'lucide-react'
import type { Profile } from '#shared/api/profiles.ts'
import { useReportOrBlock } from '#web/features/blocks/use-report-or-block.tsx'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { EditHours } from '#web/features/schedules/edit-hours.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useShareLink } from '#web/ui/use-share-link.ts'

/** The actions on a profile: edit the person's own, follow somebody else's. */
export function ProfileActions({ profile, className }: { profile: Profile; className: string }) {
  const visitor = useIsVisitor()
  const isBookable = profile.hourly_rate !== null
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)} data-print="hidden">
      {profile.is_you ? (
        <>
          <Link to="/profile/edit" className={buttonClass({ variant: 'primary' })}>
            <PencilLine aria-hidden="true" className="size-4" />
            Edit profile
          </Link>
          <EditHours />
        </>
      ) : (
        <>
          {isBookable && <Book profile={profile} />}
          <FollowButton person={profile} look={isBookable ? 'beside' : 'primary'} />
          {!visitor && <MessageButton person={profile} />}
        </>
      )}
      <ShareProfile profile={profile} />
      {!visitor && !profile.is_you && <MoreMenu profile={profile} />}
    </div>
  )
}

function Book({ profile }: { profile: Profile }) {
  return (
    <Link
      to="/profile/$username"
      params={{ username: profile.username }}
      search={{ book: 'time' }}
      resetScroll={false}
      className={buttonClass({ variant: 'primary' })}
    >
      <CalendarPlus aria-hidden="true" className="size-4" />
      Book
    </Link>
  )
}

function ShareProfile({ profile: { name, username, is_you } }: { profile: Profile }) {
  const { share, copied } = useShareLink({ title: name, path: `/profile/${username}` })
  const Icon = copied ? Check : Share2
  const label = copied ? 'Copied' : 'Share profile'
  // Another person's profile has more actions, which fit one row beside a picture.
  return is_you ? (
    <Button onClick={() => void share()} className="max-sm:px-3">
      <Icon aria-hidden="true" className={cx('size-4', copied && 'text-positive')} />
      {/* On a phone, one row holds all three. */}
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  ) : (
    <IconButton label={label} onClick={() => void share()}>
      <Icon aria-hidden="true" className={cx('size-5', copied && 'text-positive')} />
    </IconButton>
  )
}

/** Rare actions on another person's profile: report or block them. */
function MoreMenu({ profile }: { profile: Profile }) {
  const { entries, dialogs } = useReportOrBlock({ person: profile })
  return (
    <>
      <Menu
        entries={entries}
        trigger={props => (
          <IconButton {...props} label="More">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
      {dialogs}
    </>
  )
}
