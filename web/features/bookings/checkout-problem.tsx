import { Link } from '@tanstack/react-router'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/**
 * Says why there is no Checkout, and offers a fix: another time, another post, the current holds, or a retry.
 */
export function CheckoutProblem({
  error,
  onRetry,
  onChangeSlot,
}: {
  error: Error
  onRetry: () => void
  onChangeSlot: () => void
}) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-10 bg-negative-wash px-4 py-3 text-14"
    >
      <p className="min-w-0 flex-1 basis-60 font-medium text-negative">{problemText(error)}</p>
      {wayOut(error, onRetry, onChangeSlot)}
    </div>
  )
}

function wayOut(error: Error, onRetry: () => void, onChangeSlot: () => void) {
  const code = error instanceof ProblemError ? error.code : 'internal'
  if (code === 'not_found') {
    return (
      <Link to="/explore" className={buttonClass({ size: 'sm' })}>
        Back to posts
      </Link>
    )
  }
  // The person holds too many unpaid times: that page lets them pay or release them.
  if (code === 'rate_limited') {
    return (
      <Link to="/meeting" className={buttonClass({ size: 'sm' })}>
        All meetings
      </Link>
    )
  }
  const chooseAnother = code === 'slot_taken' || code === 'conflict' || code === 'invalid'
  return (
    <Button size="sm" onClick={chooseAnother ? onChangeSlot : onRetry}>
      {chooseAnother ? 'Choose another time' : 'Retry'}
    </Button>
  )
}
