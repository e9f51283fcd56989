import { useQueryClient } from '@tanstack/react-query'
import { end } from '#shared/api/logins.ts'
import { forgetChats } from '#web/features/chat/forget.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { useLeavePages } from '#web/features/logins/use-leave-pages.ts'
import { forgetSearches } from '#web/features/search/recent-searches.ts'
import { call } from '#web/lib/api.ts'
import { leaveLive } from '#web/lib/live.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { forgetShared } from '#web/lib/shared-files.ts'
import { toast } from '#web/ui/toast.ts'

/** Signs out and returns to the landing page, with nothing of the person's left in this browser. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const leavePages = useLeavePages()
  return async () => {
    const login = queryClient.getQueryData(loginQuery.queryKey)
    try {
      await call(end)
    } catch (error) {
      toast.error(problemText(error))
      return
    }
    void leaveLive()
    void forgetShared().catch(() => {})
    forgetChats()
    if (login) forgetSearches(login.username)
    await leavePages({ to: '/' })
  }
}
