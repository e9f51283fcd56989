import { logins } from '#shared/api/logins.ts'
import { useLeavePages } from '#web/features/account/use-leave-pages.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Signs out and returns to the landing page. */
export function useSignOut() {
  const leavePages = useLeavePages()
  return async () => {
    try {
      await call(logins.end)
    } catch (error) {
      toast.error(problemText(error))
      return
    }
    await leavePages({ to: '/' })
  }
}
