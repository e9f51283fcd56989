import { Check, UserRoundPlus } from 'lucide-react'
import type { PersonCard } from '#shared/api/people.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useFollow } from './use-follow.ts'

type Followed = Pick<PersonCard, 'id' | 'username' | 'name' | 'is_you' | 'followed' | 'follows_you'>

/**
 * Follows a person, and stops by a second click. Nobody follows oneself, so there it isn't. On the person's own page it is
 * the `primary` act; in a list of many it stands back.
 */
export function FollowButton({
  person,
  primary = false,
  className,
}: {
  person: Followed
  primary?: boolean
  className?: string
}) {
  const follow = useFollow(person)
  if (person.is_you) return null
  const { followed } = person
  return (
    <Button
      size={primary ? 'md' : 'sm'}
      variant={followed ? 'quiet' : primary ? 'primary' : 'secondary'}
      // As wide whatever it says, so that nothing beside it moves.
      className={cx(
        'group relative',
        primary ? 'min-w-36' : 'min-w-28',
        followed && 'border border-line',
        className,
      )}
      onClick={() => follow(!followed)}
    >
      {followed ? (
        <>
          <span className="inline-flex items-center gap-1.5 group-hover:not-coarse:opacity-0">
            <Check aria-hidden="true" className="size-4" />
            Following<span className="sr-only"> {person.name}; press to stop</span>
          </span>
          <span
            aria-hidden="true"
            className="absolute inset-0 hidden items-center justify-center text-negative group-hover:not-coarse:flex"
          >
            Unfollow
          </span>
        </>
      ) : (
        <>
          <UserRoundPlus aria-hidden="true" strokeWidth={1.5} className="size-4" />
          <span>
            {person.follows_you ? 'Follow back' : 'Follow'}
            <span className="sr-only"> {person.name}</span>
          </span>
        </>
      )}
    </Button>
  )
}
