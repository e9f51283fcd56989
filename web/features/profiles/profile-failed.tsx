import { Link } from '@tanstack/react-router'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

/** In place of a profile that isn't there or didn't load. */
export function ProfileFailed({
  error,
  onRetry,
  retrying,
}: {
  error: Error
  onRetry: () => unknown
  retrying: boolean
}) {
  // A part of an address that can't be a username is nobody's either.
  if (error instanceof ProblemError && ['not_found', 'invalid'].includes(error.code)) return <NobodyHere />
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <ErrorState title="The profile didn’t load" onRetry={() => void onRetry()} retrying={retrying}>
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
        title="Nobody of this name is here"
        action={
          <Link to="/search" search={{ type: 'people' }} className={buttonClass({ variant: 'primary' })}>
            Search people
          </Link>
        }
      >
        They may have left Ignite, or the link lost a piece on the way.
      </EmptyState>
    </>
  )
}
