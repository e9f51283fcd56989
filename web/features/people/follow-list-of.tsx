import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/api/profiles.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FollowList } from './follow-list.tsx'
import type { FollowSide } from './queries.ts'

export type Listed = Pick<Profile, 'name' | 'username' | 'is_you'>

/** One of a person's two follow lists, with what stands in place of an empty one. */
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
          : `Whom ${person.name} follows appears here.`}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={side === 'followers' ? 'No followers yet' : 'You follow nobody yet'}
      action={
        <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
          Find people
        </Link>
      }
    >
      {side === 'followers'
        ? 'Who follows you appears here. People find you by your notes, and by your following them.'
        : 'Follow the people whose notes you like: what they post gathers in your Following feed.'}
    </EmptyState>
  )
}
