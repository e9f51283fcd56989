import { queryOptions } from '@tanstack/react-query'
import { type AccountTask, account } from '#shared/api/account.ts'
import { call } from '#web/lib/api.ts'

/** The person's latest export, and the one that can be downloaded; refetched only while the latest is being made. */
export const exportQuery = queryOptions({
  queryKey: [account.readExport.path],
  queryFn: ({ signal }) => call(account.readExport, {}, { signal }),
  refetchInterval: query => (isUnderWay(query.state.data?.task) ? 1_500 : false),
})

/** The progress of an account's deletion. */
export const deletionQuery = (id: string) =>
  queryOptions({
    queryKey: [account.readDeletion.path, id],
    queryFn: async ({ signal }) => (await call(account.readDeletion, { params: { id } }, { signal })).task,
    refetchInterval: query => (isUnderWay(query.state.data) ? 1_500 : false),
  })

export function isUnderWay(task: AccountTask | null | undefined): boolean {
  return task?.state === 'waiting' || task?.state === 'running'
}

/** How many percent of a task are done; null before its steps are counted. */
export function percentOf({ done, total }: AccountTask): number | null {
  return total === 0 ? null : (done / total) * 100
}
