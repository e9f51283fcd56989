import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { analytics } from '#shared/api/analytics.ts'
import { call } from '#web/lib/api.ts'
import { viewsQuery } from './queries.ts'
import { visitId } from './visit.ts'

const lookedAfter = 3_000

/** Reports that a document is being read once it has been open for 3 s; a reader isn't told when that fails. */
export function useViewTracking(postId: string, documentKey: string, open: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(async () => {
      const body = {
        documentId: postId,
        documentKey,
        sessionId: visitId(),
        referrer: document.referrer || null,
      }
      const counted = await call(analytics.reportView, { body }).catch(() => null)
      if (counted) queryClient.setQueryData(viewsQuery(postId).queryKey, counted.data)
    }, lookedAfter)
    return () => clearTimeout(timer)
  }, [postId, documentKey, open, queryClient])
}
