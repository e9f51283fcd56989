import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { search } from '#shared/api/search.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { paging } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'
import type { PostSearch } from './filters.ts'

/** Posts found by text and filters. The old results stay until the new ones are there. */
export const postSearchQuery = ({ text, ...filters }: PostSearch) =>
  infiniteQueryOptions({
    queryKey: [search.posts.path, text, filters],
    queryFn: ({ pageParam, signal }) =>
      call(search.posts, { query: { text: text || undefined, ...asked(filters), ...pageParam } }, { signal }),
    ...paging,
    placeholderData: keepPreviousData,
    // A refetch would load every page that was scrolled past.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

/** Pages of documents found by text and filters. */
export const pageSearchQuery = ({ text, ...filters }: PostSearch) =>
  queryOptions({
    queryKey: [search.pages.path, text, filters],
    queryFn: ({ signal }) => call(search.pages, { query: { text, ...asked(filters) } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

// In this order, as `server/product/first-calls.ts` has it.
function asked({ crn, school, course, term, kind, author }: Omit<PostSearch, 'text'>) {
  return { crn: crn || undefined, school, course_id: course, term, kind, author }
}

/** People found by text, or the newest. */
export const peopleSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: [search.people.path, text],
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const { data, next_cursor } = await call(
        search.people,
        { query: { text: text || undefined, ...pageParam } },
        { signal },
      )
      return { people: data.user, next_cursor }
    },
    ...peoplePaging,
    placeholderData: keepPreviousData,
  })

/** People to pick one from, found by text. */
export const peopleSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: [search.people.path, 'to pick', text],
    queryFn: async ({ signal }) => (await call(search.people, { query: { text } }, { signal })).data.user,
    staleTime: 5 * 60_000,
  })
