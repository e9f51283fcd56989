import { Link } from '@tanstack/react-router'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown if a session failed to load. */
export function SessionFailed(failure: Failure) {
  if (isMissing(failure.error)) return <SessionGone />
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <LoadFailed title="The session didn’t load" {...failure} />
    </>
  )
}

/** Shown if it doesn't exist, or the viewer can't edit it. */
export function SessionGone() {
  return (
    <>
      <h1 className="sr-only">Session not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="This session isn’t here anymore"
        action={
          <Link to="/meeting" className={buttonClass({ variant: 'primary' })}>
            See your meetings
          </Link>
        }
      >
        Its owner may have deleted it, or the link may be incomplete.
      </EmptyState>
    </>
  )
}
