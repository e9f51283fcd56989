import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, Share2 } from 'lucide-react'
import type { Session } from '#shared/api/sessions.ts'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { EnrolActions } from '#web/features/enrolments/enrol-actions.tsx'
import { EnrolledDialog } from '#web/features/enrolments/enrolled-dialog.tsx'
import { DeclineButton } from '#web/features/invitations/decline-button.tsx'
import { InviteDialog } from '#web/features/invitations/invite-dialog.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { Attendance } from '#web/features/sessions/attendance.tsx'
import { OwnerActions } from '#web/features/sessions/owner-actions.tsx'
import { PaidPlaces } from '#web/features/sessions/paid-places.tsx'
import { sessionQuery } from '#web/features/sessions/queries.ts'
import { SessionDescription } from '#web/features/sessions/session-description.tsx'
import { SessionFacts } from '#web/features/sessions/session-facts.tsx'
import { SessionFailed, SessionGone } from '#web/features/sessions/session-failed.tsx'
import type { SessionShow } from '#web/features/sessions/session-search.ts'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { priceText } from '#web/features/sessions/words.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { useShareLink } from '#web/ui/use-share-link.ts'
import { OccurrenceList } from './occurrence-list.tsx'

/** A session on its own page, for its owner, its students and people who may enroll. */
export function SessionPage(props: { id: string; show: SessionShow | undefined }) {
  return (
    <Loaded waiting={<SessionSkeleton />} failed={SessionFailed}>
      <OneSession {...props} />
    </Loaded>
  )
}

function OneSession({ id, show }: { id: string; show: SessionShow | undefined }) {
  const zone = useOwnZone()
  const { data: session, error } = useSuspenseQuery(sessionQuery(id))
  if (isMissing(error)) return <SessionGone />
  return <Shown session={session} zone={zone ?? shownZone(session.time_zone)} show={show} />
}

function Shown({ session, zone, show }: { session: Session; zone: string; show: SessionShow | undefined }) {
  return (
    <>
      <BackLink session={session} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <header className="min-w-0">
          <div className="flex items-center justify-between gap-2">
            <p className="flex min-w-0 flex-wrap gap-2">
              <Chip tone="accent">{session.repeat ? 'Repeated Session' : 'One-time Session'}</Chip>
              <Chip>{priceText(session.rate)}</Chip>
              <Chip>{session.location === null ? 'Online' : 'In person'}</Chip>
            </p>
            <ShareSession session={session} />
          </div>
          <h1 className="mt-2 text-28 wrap-anywhere sm:text-40" dir="auto">
            {session.title}
          </h1>
          <Owner session={session} />
          <div className="mt-6">
            {session.is_owner ? (
              <OwnerActions session={session} />
            ) : (
              <EnrolActions
                session={session}
                decline={session.invitation_id && <DeclineButton invitationId={session.invitation_id} />}
              />
            )}
          </div>
        </header>
        <aside className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OccurrenceList session={session} zone={zone} />
        </aside>
        <div className="max-w-prose min-w-0">
          <SessionDescription session={session} />
          <SessionFacts session={session} zone={zone} />
        </div>
      </div>
      {session.is_owner && (
        <>
          <PaidPlaces session={session} zone={zone} />
          <Attendance session={session} zone={zone} />
          <EnrolledDialog session={session} open={show === 'enrolled'} />
          <InviteDialog session={session} show={show} />
        </>
      )}
    </>
  )
}

function BackLink({ session: { is_owner, admin_profile } }: { session: Session }) {
  const look =
    'mb-4 -ml-2 inline-flex h-9 max-w-full items-center gap-1.5 rounded-6 px-2 text-14 font-medium text-ink-soft hover:bg-sunken hover:text-ink touch-target'
  const arrow = <ArrowLeft aria-hidden="true" className="size-4" />
  return is_owner ? (
    <Link to="/profile" search={{ tab: 'sessions' }} className={look}>
      {arrow}
      Your sessions
    </Link>
  ) : (
    <PersonLink username={admin_profile.username} className={look}>
      {arrow}
      <bdi className="truncate">{admin_profile.name}</bdi>
    </PersonLink>
  )
}

function ShareSession({ session: { id, title } }: { session: Session }) {
  const { share, copied } = useShareLink({ title, path: `/sessions/${id}` })
  const Icon = copied ? Check : Share2
  return (
    <IconButton label="Share session" onClick={() => void share()} className="-my-1 shrink-0">
      <Icon aria-hidden="true" className={cx('size-5', copied && 'text-positive')} />
    </IconButton>
  )
}

function Owner({ session: { admin_profile: owner, is_owner } }: { session: Session }) {
  const visitor = useIsVisitor()
  return (
    <div className="relative mt-5 flex min-w-0 items-center gap-3 tiny:flex-wrap">
      <Avatar name={owner.name} image={owner.profile_image} className="size-11! text-14" />
      <div className="min-w-0 tiny:flex-1">
        <p className="flex gap-1.5 font-medium">
          <PersonLink
            username={owner.username}
            className="min-w-0 after:absolute after:inset-0 hover:underline"
          >
            <PersonName name={owner.name} />
          </PersonLink>
          {is_owner && <span className="font-normal text-ink-faint">(you)</span>}
        </p>
        <p className="truncate text-14 text-ink-faint" dir="auto">
          {[owner.designation, owner.college].filter(Boolean).join(' · ') || `@${owner.username}`}
        </p>
      </div>
      {!is_owner && !visitor && (
        // Above the link that covers the whole line.
        <span className="relative z-10 ml-2">
          <MessageButton person={owner} />
        </span>
      )}
    </div>
  )
}
