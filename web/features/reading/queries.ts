import { queryOptions } from '@tanstack/react-query'
import { analytics } from '#shared/api/analytics.ts'
import { files } from '#shared/api/files.ts'
import { call } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { addressMs, type SignedAddress } from '#web/lib/signed-address.ts'
import { findDocument, type StoredDocument } from './offline-document.ts'

/** How often and by how many people a post's document was viewed. */
export const viewsQuery = (postId: string) =>
  queryOptions({
    queryKey: [analytics.views.path, postId],
    queryFn: async ({ signal }) => {
      try {
        return (await call(analytics.views, { query: { documentId: postId } }, { signal })).data
      } catch (error) {
        if (!signal.aborted) logFailure('Failed to fetch stats', error)
        throw error
      }
    },
  })

/** The address of a picture: a signed one, or that of the copy in this browser. */
export const pictureQuery = (key: string) =>
  queryOptions({
    queryKey: [files.download.path, key, 'picture'],
    queryFn: async ({ client }): Promise<SignedAddress & { stored?: StoredDocument }> => {
      const sign = () => client.fetchQuery(addressQuery(key))
      const stored = await findDocument(key, sign)
      if (!stored) return sign()
      return { url: URL.createObjectURL(stored.bytes), goodUntil: Number.POSITIVE_INFINITY, stored }
    },
    staleTime: 30_000,
    gcTime: 30_000,
    retry: false,
  })

/** A signed address of a document, and its expiry by this machine's clock. */
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
