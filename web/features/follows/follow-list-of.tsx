import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/api/profiles.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FollowList } from './follow-list.tsx'
import type { FollowSide } from './queries.ts'

export type Listed = Pick<Profile, 'name' | 'username' | 'is_you'>

/** One of a person's two follow lists, with its empty state. */
export function FollowListOf({ person, side }: { person: Listed; side: FollowSide }) {
  return (
    <FollowList
      key={side}
      side={side}
      username={person.username}
      empty={<Nobody person={person} side={side} />}
    />
  )
}

function Nobody({ person, side }: { person: Listed; side: FollowSide }) {
  if (!person.is_you) {
    return (
      <EmptyState title={side === 'followers' ? 'No followers yet' : 'Not following anyone yet'}>
        {side === 'followers'
          ? `You could be the first to follow ${person.name}.`
          : `People ${person.name} follows show up here.`}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={side === 'followers' ? 'No followers yet' : 'You’re not following anyone yet'}
      action={
        <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
          Find people
        </Link>
      }
    >
      {side === 'followers'
        ? 'Your followers show up here. People find you through your notes and when you follow them.'
        : 'Follow people whose notes you like to see their posts in your Following feed.'}
    </EmptyState>
  )
}
