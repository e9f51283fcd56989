import { Check, UserRoundPlus } from 'lucide-react'
import type { PersonCard } from '#shared/api/people.ts'
import { useActAfterSignIn } from '#web/features/logins/after-sign-in.ts'
import { SignInLink } from '#web/features/logins/sign-in-link.tsx'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useFollow } from './use-follow.ts'

type Followed = Pick<PersonCard, 'id' | 'username' | 'name' | 'is_you' | 'followed' | 'follows_you'>

/**
 * Follows a person, and unfollows on a second click. Hidden for oneself. On the person's own page it is the `primary` action, or
 * `beside` it if they can be booked; in a list it is less prominent.
 */
export function FollowButton({
  person,
  look = 'listed',
  className,
}: {
  person: Followed
  look?: 'primary' | 'beside' | 'listed'
  className?: string
}) {
  const follow = useFollow(person)
  const { username, followed } = person
  useActAfterSignIn('follow', username, () => !person.is_you && !followed && follow(true))
  const visitor = useIsVisitor()
  if (person.is_you) return null
  const size = look === 'listed' ? 'sm' : 'md'
  const variant = followed ? 'quiet' : look === 'primary' ? 'primary' : 'secondary'
  // The same width for every label, so that nothing beside it moves.
  const shape = cx(
    'group relative',
    look === 'listed' ? 'min-w-33' : 'min-w-36',
    followed && 'border border-line',
    className,
  )
  if (visitor) {
    return (
      <SignInLink
        act="follow"
        id={username}
        next={`/profile/${username}`}
        className={cx(buttonClass({ size, variant }), shape)}
      >
        <FollowLabel person={person} />
      </SignInLink>
    )
  }
  return (
    <Button size={size} variant={variant} className={shape} onClick={() => follow(!followed)}>
      {followed ? (
        <>
          <span className="inline-flex items-center gap-1.5 group-hover:not-coarse:opacity-0">
            <Check aria-hidden="true" className="size-4" />
            Following<span className="sr-only"> {person.name}; press to unfollow</span>
          </span>
          <span
            aria-hidden="true"
            className="absolute inset-0 hidden items-center justify-center text-negative group-hover:not-coarse:flex"
          >
            Unfollow
          </span>
        </>
      ) : (
        <FollowLabel person={person} />
      )}
    </Button>
  )
}

function FollowLabel({ person }: { person: Followed }) {
  return (
    <>
      <UserRoundPlus aria-hidden="true" className="size-4" />
      <span>
        {person.follows_you ? 'Follow back' : 'Follow'}
        <span className="sr-only"> {person.name}</span>
      </span>
    </>
  )
}
