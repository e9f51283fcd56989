import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { courses, suggestAfter } from '#shared/api/courses.ts'
import { search } from '#shared/api/search.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { paging } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'

export type PostSearch = { text: string; crn: string }

/** Posts found by text and CRN. The old results stay until the new ones are there. */
export const postSearchQuery = ({ text, crn }: PostSearch) =>
  infiniteQueryOptions({
    queryKey: [search.posts.path, text, crn],
    queryFn: ({ pageParam, signal }) =>
      call(
        search.posts,
        { query: { text: text || undefined, crn: crn || undefined, ...pageParam } },
        { signal },
      ),
    ...paging,
    placeholderData: keepPreviousData,
    // A refetch would load every page that was scrolled past.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

/** Pages of documents found by text and CRN. */
export const pageSearchQuery = ({ text, crn }: PostSearch) =>
  queryOptions({
    queryKey: [search.pages.path, text, crn],
    queryFn: ({ signal }) => call(search.pages, { query: { text, crn: crn || undefined } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

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

/** Sections to filter by, once enough is typed. */
export const sectionSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: [courses.suggestSections.path, text],
    queryFn: async ({ signal }) =>
      (await call(courses.suggestSections, { query: { text } }, { signal })).data,
    enabled: text.length > suggestAfter.otherPickers,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
