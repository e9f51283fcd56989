import { useQueryClient } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useLiveEvent, useLiveReturn } from '#web/lib/live.ts'

/** Keeps the person's count of followers current, and their list for when it is next opened: a follow comes as an alert. */
export function useLiveFollowers(): void {
  const queryClient = useQueryClient()
  const expireLists = () =>
    void queryClient.invalidateQueries({ queryKey: [follows.followers.path], refetchType: 'none' })
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
    expireLists()
  }
  useLiveEvent('/product', 'connect', expireLists)
  useLiveEvent('/product', 'alert', refresh)
  // So it comes to somebody who turned such alerts off.
  useLiveEvent('/product', 'changed', refresh)
  useLiveReturn('/product', refresh)
}
