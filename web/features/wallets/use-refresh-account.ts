import { useMutation, useQueryClient } from '@tanstack/react-query'
import { payouts } from '#shared/api/payouts.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { payoutAccountQuery } from './queries.ts'

/** Asks the provider for the account's state, and shows it. */
export function useRefreshAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [payouts.refresh.path],
    mutationFn: () => call(payouts.refresh),
    onSuccess: ({ account }) =>
      queryClient.setQueryData(payoutAccountQuery.queryKey, known => known && { ...known, account }),
    onError: error => {
      toast.error(problemText(error))
      void queryClient.invalidateQueries({ queryKey: payoutAccountQuery.queryKey })
    },
  })
}
