import { queryOptions } from '@tanstack/react-query'
import { analytics } from '#shared/api/analytics.ts'
import { files } from '#shared/api/files.ts'
import { reading } from '#shared/api/reading.ts'
import { call, callUrl, send } from '#web/lib/api.ts'
import { addressMs, type SignedAddress } from '#web/lib/signed-address.ts'

/** How often and by how many people a post's document was viewed. */
export const viewsQuery = (postId: string) =>
  queryOptions({
    queryKey: [analytics.views.path, postId],
    queryFn: async ({ signal }) =>
      (await call(analytics.views, { query: { documentId: postId } }, { signal })).data,
  })

let keeping: Promise<unknown> = Promise.resolve()

/** The page a person left a document at, asked anew each time it is opened. */
export const positionQuery = (fileKey: string) =>
  queryOptions({
    queryKey: [reading.position.path, fileKey],
    queryFn: async ({ signal }) => {
      // Closing and opening again must not overtake what closing keeps.
      await keeping.catch(() => {})
      return (await call(reading.position, { query: { fileKey } }, { signal })).data.page_number
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** Keeps the page one is at; goes through even while the browser leaves the page. */
export function keepPosition(fileKey: string, pageNumber: number): Promise<unknown> {
  keeping = send(callUrl(reading.keepPosition), {
    method: reading.keepPosition.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileKey, pageNumber }),
    keepalive: true,
  })
  return keeping
}

/** A signed address of a document, with until when it is good by this machine's clock. */
export const addressQuery = (key: string) =>
  queryOptions({
    queryKey: [files.download.path, key],
    queryFn: async ({ signal }): Promise<SignedAddress> => {
      const goodUntil = Date.now() + addressMs
      return { url: (await call(files.download, { body: { key } }, { signal })).url, goodUntil }
    },
    staleTime: 30_000,
    gcTime: 30_000,
    retry: false,
  })
