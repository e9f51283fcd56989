import { Link } from '@tanstack/react-router'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown if a profile doesn't exist or failed to load. */
export function ProfileFailed(failure: Failure) {
  if (isMissing(failure.error)) return <NobodyHere />
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <LoadFailed title="The profile didn’t load" {...failure} />
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
