import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { end } from '#shared/api/logins.ts'
import { forgetChats } from '#web/features/chat/forget.ts'
import { call } from '#web/lib/api.ts'
import { leaveLive } from '#web/lib/live.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { loginQuery } from './queries.ts'

/** Signs out and returns to the landing, with nothing of the person's left in memory. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    try {
      await call(end)
    } catch (error) {
      toast.error(problemText(error))
      return
    }
    void leaveLive()
    forgetChats()
    queryClient.setQueryData(loginQuery.queryKey, null)
    // The pages go first: emptied under them, they would ask again for what a visitor may not see.
    await router.navigate({ to: '/' })
    queryClient.removeQueries({ predicate: query => query.queryHash !== hashOfLogin })
    router.clearCache()
  }
}

const hashOfLogin = JSON.stringify(loginQuery.queryKey)
