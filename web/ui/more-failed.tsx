import { problemText } from '#web/lib/problem-text.ts'
import { useTryAgain } from '#web/lib/try-again.ts'
import { Button } from './button.tsx'

/** The end of a list whose next page didn't load. If nobody answered, it retries by itself, too. */
export function MoreFailed({
  title,
  error,
  onRetry,
  retrying,
}: {
  /** What failed, as a sentence. */
  title: string
  error: Error | null
  onRetry: () => void
  retrying: boolean
}) {
  // On a slow network an answer takes longer than the pause, and would begin again each time.
  useTryAgain(error, () => !retrying && onRetry())
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 py-4 text-14 text-ink-soft">
      {title} {problemText(error)}
      <Button size="sm" onClick={onRetry} pending={retrying}>
        Retry
      </Button>
    </div>
  )
}
