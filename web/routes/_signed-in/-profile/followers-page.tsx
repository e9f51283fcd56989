import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { FollowListOf } from '#web/features/follows/follow-list-of.tsx'
import { type FollowSide, followSides } from '#web/features/follows/queries.ts'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { ProfileFailed } from '#web/features/profiles/profile-failed.tsx'
import { profileQuery } from '#web/features/profiles/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'

/** A person's follow lists on a page of their own. */
export function FollowersPage({ username, side }: { username: string; side: FollowSide }) {
  return (
    <Loaded key={username} waiting={<FollowersSkeleton />} failed={ProfileFailed}>
      <Followers username={username} side={side} />
    </Loaded>
  )
}

function Followers({ username, side }: { username: string; side: FollowSide }) {
  const { data: person } = useSuspenseQuery(profileQuery(username))
  // The loader redirects.
  if (person.blocked) return <FollowersSkeleton />
  return (
    <div className="mx-auto max-w-prose">
      <PersonLink
        username={person.username}
        className="mb-4 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-6 px-2 text-14 font-medium text-ink-soft hover:bg-sunken hover:text-ink touch-target"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {person.is_you ? 'Your profile' : 'Profile'}
      </PersonLink>
      <div className="mb-4 flex min-w-0 items-center gap-3">
        <Avatar name={person.name} image={person.profile_image} className="size-12! text-16" />
        <h1 className="min-w-0 truncate text-28 leading-10" dir="auto">
          {person.name}
        </h1>
      </div>
      <Tabs label="Follow lists">
        {followSides.map(({ side: other, label }) => (
          <Link
            key={other}
            to="/profile/$username/followers"
            params={{ username: person.username }}
            search={other === 'followers' ? {} : { tab: other }}
            replace
            {...tabLink(other === side)}
          >
            {label}
            <span className="ml-2 font-normal text-ink-faint tabular-nums">
              {person[other]?.toLocaleString('en')}
            </span>
          </Link>
        ))}
      </Tabs>
      <div className="pt-4">
        <FollowListOf person={person} side={side} />
      </div>
    </div>
  )
}

/** The shape of the page while it loads. */
export function FollowersSkeleton() {
  return (
    <div className="mx-auto max-w-prose">
      <Skeleton className="mb-4 h-9 w-24" />
      <div className="mb-4 flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="h-8 w-56" />
      </div>
      <Skeleton className="mb-4 h-11 w-full" />
      <PersonRowSkeletons count={6} />
    </div>
  )
}
