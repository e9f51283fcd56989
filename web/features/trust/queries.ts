import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { decisions } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import * as logins from '#shared/api/logins.ts'
import { call } from '#web/lib/api.ts'

/** The people one blocks. */
export const blockedQuery = queryOptions({
  queryKey: [blocks.list.path],
  queryFn: async ({ signal }) => (await call(blocks.list, {}, { signal })).data,
})

/** What operators decided about oneself and one's posts. */
export const decisionsQuery = queryOptions({
  queryKey: [decisions.path],
  queryFn: async ({ signal }) => (await call(decisions, {}, { signal })).decisions,
})

/** A person may stand in any list that was loaded: after a block, what is shown is asked for anew and the rest forgotten. */
export async function forgetPeople(queryClient: QueryClient): Promise<void> {
  const ofOthers = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !kept.has(queryKey[0]) }
  queryClient.removeQueries({ ...ofOthers, type: 'inactive' })
  await queryClient.invalidateQueries(ofOthers)
}

const kept = new Set<unknown>([logins.read.path, logins.register.path, logins.providers.path])
