import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { profiles } from '#shared/api/profiles.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'

/**
 * Ends the welcome, finished or skipped, and opens the feed: that of the person's classes if they have any.
 */
export function useEndWelcome() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({ mutationFn: () => call(profiles.welcome) })
  return () => {
    const own = queryClient.getQueryData(ownProfileQuery.queryKey)
    // Not awaited: a failure only means that the welcome is offered again.
    mutate()
    queryClient.setQueryData(loginQuery.queryKey, login => login && { ...login, welcomed: true })
    queryClient.setQueryData(ownProfileQuery.queryKey, own => own && { ...own, welcomed: true })
    void navigate({ to: '/explore', search: own?.classes.length ? { type: 'classes' } : {} })
  }
}
