import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { documents } from '#shared/api/documents.ts'
import type { MarkedPassage } from '#web/features/reading/companion.ts'
import { call } from '#web/lib/api.ts'
import type { PassageSearch } from './passage-search.ts'

const passageQuery = (id: string) =>
  queryOptions({
    queryKey: [documents.passage.path, id],
    queryFn: async ({ signal }) => (await call(documents.passage, { params: { id } }, { signal })).passage,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The passage that the address named when the document opened, to be lit; null meanwhile, and if it isn't
 * there anymore. It stays when the person turns pages, which takes it out of the address.
 */
export function useSoughtPassage(postId: string, search: PassageSearch): MarkedPassage | null {
  const [sought, setSought] = useState({ postId, ...search })
  const changed = search.passage !== undefined && search.passage !== sought.passage
  if (sought.postId !== postId || changed) setSought({ postId, ...search })
  const { passage: id, quote } = sought
  const { data } = useQuery({ ...passageQuery(id ?? ''), enabled: id !== undefined })
  return useMemo(() => {
    if (!data || data.post_id !== postId) return null
    return { page: data.page, boxes: data.boxes, quote: quote ?? null }
  }, [data, postId, quote])
}
