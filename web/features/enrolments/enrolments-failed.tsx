import type { Failure } from '#web/lib/failure-of.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/** Shown if enrollments fail to load. */
export function EnrolmentsFailed(failure: Failure) {
  const { error } = failure
  const offline = error instanceof ProblemError && error.code === 'offline'
  return <LoadFailed title={offline ? 'No connection' : 'Your enrollments didn’t load'} {...failure} />
}
