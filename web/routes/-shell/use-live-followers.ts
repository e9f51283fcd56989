import { useQueryClient } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { useLiveChanges } from '#web/features/alerts/use-live-changes.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useLiveEvent } from '#web/lib/live.ts'

/** Keeps the person's count of followers current, and their list for when it is next opened. */
export function useLiveFollowers(): void {
  const queryClient = useQueryClient()
  const expireLists = () =>
    void queryClient.invalidateQueries({ queryKey: [follows.followers.path], refetchType: 'none' })
  useLiveEvent('/product', 'connect', expireLists)
  useLiveChanges(() => {
    void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
    expireLists()
  })
}
