import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from '#web/ui/states.tsx'

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** In place of enrolments that didn't load. */
export function EnrolmentsFailed({ query }: { query: Query }) {
  const { error, isFetching, refetch } = query
  const offline = error instanceof ProblemError && error.code === 'offline'
  return (
    <ErrorState
      title={offline ? 'No connection' : 'Your enrollments didn’t load'}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {problemText(error)}
    </ErrorState>
  )
}
