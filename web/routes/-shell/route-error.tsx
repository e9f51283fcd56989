import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ErrorState } from '#web/ui/states.tsx'
import { useFailedPage } from './use-failed-page.ts'

/** Shown if a page inside the frame fails to load: the frame stays. */
export function RouteError({ error }: ErrorComponentProps) {
  const { reset } = useQueryErrorResetBoundary()
  const { text, retry } = useFailedPage(error)
  const [retrying, setRetrying] = useState(false)
  // On a retry, a failed query must ask the server and not the cache.
  useEffect(reset, [reset])
  return (
    <ErrorState
      heading="h1"
      retrying={retrying}
      onRetry={async () => {
        setRetrying(true)
        await retry()
        setRetrying(false)
      }}
    >
      {text}
    </ErrorState>
  )
}
