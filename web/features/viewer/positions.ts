import { queryOptions } from '@tanstack/react-query'
import { callUrl } from '#shared/api/contract.ts'
import { reading } from '#shared/api/reading.ts'
import { call, send } from '#web/lib/api.ts'

let keeping: Promise<unknown> = Promise.resolve()

/** The page where a person left a document, fetched each time it is opened. */
export const positionQuery = (fileKey: string) =>
  queryOptions({
    queryKey: [reading.position.path, fileKey],
    queryFn: async ({ signal }) => {
      // Reopening must not overtake the save on closing.
      await keeping.catch(() => {})
      return (await call(reading.position, { query: { fileKey } }, { signal })).data.page_number
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** Saves the current page; works even while the browser leaves the page. */
export function keepPosition(fileKey: string, pageNumber: number): Promise<unknown> {
  keeping = send(callUrl(reading.keepPosition), {
    method: reading.keepPosition.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileKey, pageNumber }),
    keepalive: true,
  })
  return keeping
}
