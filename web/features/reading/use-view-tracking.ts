import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { analytics } from '#shared/api/analytics.ts'
import { call } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { viewsQuery } from './queries.ts'
import { visitId } from './visit.ts'

const lookedAfter = 3_000

/** Reports a view once a document has been open for 3 s; a failure is only logged. */
export function useViewTracking(postId: string, documentKey: string, open: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => void reportView(queryClient, postId, documentKey), lookedAfter)
    return () => clearTimeout(timer)
  }, [postId, documentKey, open, queryClient])
}

/** Counts a view and shows the new count; a failure is only logged. */
export async function reportView(client: QueryClient, postId: string, documentKey: string): Promise<void> {
  const body = {
    documentId: postId,
    documentKey,
    sessionId: visitId(),
    referrer: document.referrer || null,
  }
  try {
    const counted = await call(analytics.reportView, { body })
    client.setQueryData(viewsQuery(postId).queryKey, counted.data)
  } catch (error) {
    logFailure('Failed to track document view', error)
  }
}
