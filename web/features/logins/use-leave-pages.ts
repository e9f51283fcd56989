import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { leaveAllTabs } from './other-tabs.ts'
import { loginQuery } from './queries.ts'

/** Takes a person who has signed out or deleted the account to another page, with nothing left in memory but what `kept` names. */
export function useLeavePages() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const showOverPages = useContext(ShowOverPages)
  return async (to: NavigateOptions, ...kept: QueryKey[]) => {
    showOverPages(null)
    leaveAllTabs()
    queryClient.setQueryData(loginQuery.queryKey, null)
    // Leaves the pages first: with an emptied cache they would request data that a visitor may not see.
    await router.navigate(to)
    const hashes = [loginQuery.queryKey, ...kept].map(key => JSON.stringify(key))
    queryClient.removeQueries({ predicate: query => !hashes.includes(query.queryHash) })
    router.clearCache()
  }
}
