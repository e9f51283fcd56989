import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import type { Failure } from '#web/ui/section.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** Shown if enrollments fail to load. */
export function EnrolmentsFailed({ error, ...retry }: Failure) {
  const offline = error instanceof ProblemError && error.code === 'offline'
  return (
    <ErrorState title={offline ? 'No connection' : 'Your enrollments didn’t load'} {...retry}>
      {problemText(error)}
    </ErrorState>
  )
}
