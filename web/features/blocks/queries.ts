import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { blocks } from '#shared/api/blocks.ts'
import { logins } from '#shared/api/logins.ts'
import { call } from '#web/lib/api.ts'

/** The people whom the person blocks. */
export const blockedQuery = queryOptions({
  queryKey: [blocks.list.path],
  queryFn: async ({ signal }) => (await call(blocks.list, {}, { signal })).data,
})

/** Any cached list may contain the person: after a block, refetches the visible ones and drops the rest. */
export async function forgetPeople(queryClient: QueryClient): Promise<void> {
  const ofOthers = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !kept.has(queryKey[0]) }
  queryClient.removeQueries({ ...ofOthers, type: 'inactive' })
  await queryClient.invalidateQueries(ofOthers)
}

const kept = new Set<unknown>([logins.read.path, logins.register.path, logins.providers.path])
