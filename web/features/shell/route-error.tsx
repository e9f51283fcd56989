import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { ErrorState } from '#web/ui/states.tsx'

/** In place of a page inside the frame that couldn't be loaded: the frame stays. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const [retrying, setRetrying] = useState(false)
  // Asked again, a query that failed must ask the server and not its memory.
  useEffect(reset, [reset])
  return (
    <ErrorState
      retrying={retrying}
      onRetry={async () => {
        setRetrying(true)
        await router.invalidate()
        setRetrying(false)
      }}
    >
      {problemText(error)}
    </ErrorState>
  )
}
