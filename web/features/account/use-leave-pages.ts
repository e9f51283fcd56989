import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import { forgetChats } from '#web/features/chat/forget.ts'
import { expectClosed } from '#web/features/logins/login-ended.ts'
import { leaveAllTabs } from '#web/features/logins/other-tabs.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { forgetUnsentPages } from '#web/features/reading/unsent-pages.ts'
import { forgetSearches } from '#web/features/search/recent-searches.ts'
import { leaveLive } from '#web/lib/live.ts'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { forgetShared } from '#web/lib/shared-files.ts'

/**
 * Takes a person who has signed out or deleted the account to another page, with nothing of theirs left in this browser, nor in memory but
 * what `kept` names. The server clears the browser's storage, too, but not every browser obeys, and what is in memory could be stored again.
 */
export function useLeavePages() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const showOverPages = useContext(ShowOverPages)
  return async (to: NavigateOptions, ...kept: QueryKey[]) => {
    if (queryClient.getQueryData(loginQuery.queryKey)) forgetPerson()
    expectClosed(false)
    showOverPages(null)
    queryClient.setQueryData(loginQuery.queryKey, null)
    // Leaves the pages first: with an emptied cache they would request data that a visitor may not see.
    await router.navigate(to)
    const hashes = [loginQuery.queryKey, ...kept].map(key => JSON.stringify(key))
    queryClient.removeQueries({ predicate: query => !hashes.includes(query.queryHash) })
    router.clearCache()
  }
}

/** Leaves nothing of a person in this browser's storage, and makes its other tabs leave their pages. */
export function forgetPerson(): void {
  leaveLive()
  void forgetShared().catch(() => {})
  forgetChats()
  forgetSearches()
  forgetUnsentPages()
  leaveAllTabs()
}
