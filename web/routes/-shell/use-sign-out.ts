import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import { end } from '#shared/api/logins.ts'
import { forgetChats } from '#web/features/chat/forget.ts'
import { leaveAllTabs } from '#web/features/logins/other-tabs.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { forgetSearches } from '#web/features/search/recent-searches.ts'
import { call } from '#web/lib/api.ts'
import { leaveLive } from '#web/lib/live.ts'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { forgetShared } from '#web/lib/shared-files.ts'
import { toast } from '#web/ui/toast.ts'

/** Signs out and returns to the landing page, with nothing of the person's left in this browser. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const showOverPages = useContext(ShowOverPages)
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
    showOverPages(null)
    leaveAllTabs()
    queryClient.setQueryData(loginQuery.queryKey, null)
    // Leaves the pages first: with an emptied cache they would request data that a visitor may not see.
    await router.navigate({ to: '/' })
    queryClient.removeQueries({ predicate: query => query.queryHash !== hashOfLogin })
    router.clearCache()
  }
}

const hashOfLogin = JSON.stringify(loginQuery.queryKey)
