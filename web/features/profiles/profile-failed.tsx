import { Link } from '@tanstack/react-router'
import { isMissing } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import type { Failure } from '#web/ui/section.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

/** Shown if a profile doesn't exist or failed to load. */
export function ProfileFailed({ error, ...retry }: Failure) {
  if (isMissing(error)) return <NobodyHere />
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <ErrorState title="The profile didn’t load" {...retry}>
        {problemText(error)}
      </ErrorState>
    </>
  )
}

function NobodyHere() {
  return (
    <>
      <h1 className="sr-only">Profile not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="We couldn’t find that person"
        action={
          <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
            Search people
          </Link>
        }
      >
        They may have left Ignite, or the link may be incomplete.
      </EmptyState>
    </>
  )
}
