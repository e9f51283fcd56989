import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Profile } from '#shared/api/profiles.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import type { FollowSide } from '#web/features/follows/queries.ts'
import { introductionOf, rateOf } from '#web/features/people/person-facts.ts'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { timeIn } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ProfileActions } from './profile-actions.tsx'

const FollowListsDialog = lazyDialog(
  async () => (await import('#web/features/follows/follow-lists-dialog.tsx')).FollowListsDialog,
)

/** Who the person is: the part above their posts. */
export function ProfileHeader({ profile, list }: { profile: Profile; list: FollowSide | undefined }) {
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-5 tiny:grid-cols-1 sm:gap-x-8 xl:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Avatar
        name={profile.name}
        image={profile.profile_image}
        className="size-20! text-28! sm:size-32! sm:row-span-3 sm:text-40! xl:row-span-2"
      />
      <div className="min-w-0 self-center">
        <h1 className="text-left text-28 wrap-anywhere sm:text-40" dir="auto">
          {profile.name}
        </h1>
        <p className="mt-1 text-ink-faint wrap-anywhere">
          @{profile.username}
          {profile.follows_you && <Chip className="ml-2 align-middle">Follows you</Chip>}
        </p>
        <Place profile={profile} className="mt-1 hidden text-ink-soft sm:block" />
      </div>
      <ProfileActions
        profile={profile}
        className="col-span-full sm:col-span-1 sm:col-start-2 xl:col-start-3 xl:row-start-1 xl:self-start"
      />
      <div className="col-span-full flex min-w-0 flex-col gap-4 sm:col-span-1 sm:col-start-2 xl:col-span-2">
        <Place profile={profile} className="text-ink-soft sm:hidden" />
        <p className="max-w-prose whitespace-pre-line wrap-anywhere" dir="auto">
          {introductionOf(profile)}
        </p>
        <Facts profile={profile} />
        <Classes profile={profile} />
        <Counts profile={profile} list={list} />
      </div>
    </header>
  )
}

function Place({ profile, className }: { profile: Profile; className: string }) {
  const { designation, college } = profile
  if (!designation && !college) return null
  return (
    <p className={className} dir="auto">
      {[designation, college].filter(Boolean).join(' · ')}
    </p>
  )
}

function Facts({ profile }: { profile: Profile }) {
  if (!profile.hourly_rate && !profile.time_zone) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-soft">
      {profile.hourly_rate && <Chip tone="accent">{rateOf(profile.hourly_rate)}</Chip>}
      {profile.time_zone && <LocalTime zone={profile.time_zone} />}
    </p>
  )
}

function LocalTime({ zone }: { zone: string }) {
  const time = timeIn(zone, useNow())
  if (!time) return null
  return (
    <span>
      Local time <span className="figures">{time}</span>{' '}
      <span className="text-ink-faint">({zoneName(zone)})</span>
    </span>
  )
}

function Classes({ profile }: { profile: Profile }) {
  if (profile.classes.length === 0) return null
  return (
    <ul aria-label="Classes" className="flex flex-wrap gap-2 coarse:gap-y-0">
      {[...Map.groupBy(profile.classes, section => section.course_id)].map(([courseId, sections]) => {
        const { code, title } = splitSubject(sections[0]!.course_subject)
        return (
          <li key={courseId} className="course-tint max-w-full" style={courseStyle(sections[0]!)}>
            <CourseLink
              courseId={courseId}
              title={sections
                .map(({ title, crn, term, school }) => `${title}, CRN ${crn} · ${term} · ${school}`)
                .join('\n')}
              className="flex max-w-full items-center rounded-6 hover:brightness-95 dark:hover:brightness-125 touch-target"
            >
              <Chip tone="course" className="h-7! coarse:h-9!">
                <span className="figures max-w-full shrink-0 truncate">{code}</span>
                {title && <span className="truncate font-normal">{title}</span>}
              </Chip>
            </CourseLink>
          </li>
        )
      })}
    </ul>
  )
}

function Counts({ profile, list }: { profile: Profile; list: FollowSide | undefined }) {
  // What it shows while it closes.
  const [shown, setShown] = useState<FollowSide>(list ?? 'followers')
  if (list && list !== shown) setShown(list)
  const close = useCloseInAddress('list')
  return (
    <ul className="-mx-2 flex flex-wrap gap-x-2 text-14">
      <li className="flex items-center px-2 py-1.5">
        <Count number={profile.posts} one="post" many="posts" />
      </li>
      {profile.followers !== null && (
        <li>
          <ListLink side="followers">
            <Count number={profile.followers} one="follower" many="followers" />
          </ListLink>
        </li>
      )}
      {profile.following !== null && (
        <li>
          <ListLink side="following">
            <Count number={profile.following} one="following" many="following" />
          </ListLink>
        </li>
      )}
      <FollowListsDialog person={profile} side={shown} open={list !== undefined} onClose={close} />
    </ul>
  )
}

function ListLink({ side, children }: { side: FollowSide; children: ReactNode }) {
  return (
    <Link
      to="."
      search={old => ({ ...old, list: side })}
      resetScroll={false}
      className="flex items-center rounded-6 px-2 py-1.5 hover:bg-sunken touch-target"
    >
      {children}
    </Link>
  )
}

function Count({ number, one, many }: { number: number; one: string; many: string }) {
  return (
    <span className="text-ink-soft">
      <strong className="font-semibold text-ink tabular-nums">{number.toLocaleString('en')}</strong>{' '}
      {number === 1 ? one : many}
    </span>
  )
}
