import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from './states.tsx'

/** Says that something didn't load, and why, with a button that retries. */
export function LoadFailed({
  title = 'This didn’t load',
  error,
  onRetry,
  retrying = false,
}: {
  title?: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
}) {
  return (
    <ErrorState title={title} onRetry={onRetry} retrying={retrying}>
      {problemText(error)}
    </ErrorState>
  )
}
