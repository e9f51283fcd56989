import { Link } from '@tanstack/react-router'
import { isMissing } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import type { Failure } from '#web/ui/section.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

/** Shown if a session failed to load. */
export function SessionFailed({ error, ...retry }: Failure) {
  if (isMissing(error)) return <SessionGone />
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <ErrorState title="The session didn’t load" {...retry}>
        {problemText(error)}
      </ErrorState>
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
