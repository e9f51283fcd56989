import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { loginQuery } from '#web/features/logins/queries.ts'
import { useBackCloses } from '#web/lib/back-closes.ts'

/** Asks before Back, or a link, takes the person out of the call. */
export function useLeaveQuestion(ask: () => void) {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useBackCloses(true, ask)
  const refuse = useEffectEvent(() => {
    // A person who was signed out can't stay.
    if (!queryClient.getQueryData(loginQuery.queryKey)) return false
    ask()
    return true
  })
  // A browser may go back by more than one entry.
  useEffect(() => history.block({ blockerFn: () => refuse(), enableBeforeUnload: false }), [history])
}
