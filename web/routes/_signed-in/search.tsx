import { createFileRoute } from '@tanstack/react-router'
import { courseQuery } from '#web/features/courses/queries.ts'
import { feedQuery } from '#web/features/posts/queries.ts'
import { isFiltered } from '#web/features/search/filters.ts'
import { pageSearchQuery, peopleSearchQuery, postSearchQuery } from '#web/features/search/queries.ts'
import { classSessionsQuery } from '#web/features/sessions/queries.ts'
import { parseSearchAddress } from './-search-address.ts'
import { SearchPage } from './-search-page.tsx'

export const Route = createFileRoute('/_signed-in/search')({
  validateSearch: parseSearchAddress,
  loaderDeps: ({ search: { type = 'posts', text = '', crn = '', school, course, term, kind, author } }) => ({
    type,
    search: { text, crn, school, course, term, kind, author },
  }),
  loader: ({ context: { queryClient }, deps: { type, search } }) => {
    // Not awaited: the page shows a placeholder, or the earlier results.
    if (type === 'people') return void queryClient.prefetchInfiniteQuery(peopleSearchQuery(search.text))
    if (search.course !== undefined) void queryClient.prefetchQuery(courseQuery(search.course))
    if (search.text) void queryClient.prefetchQuery(pageSearchQuery(search))
    if (type === 'pages') return
    const filtered = isFiltered(search)
    if (!search.text && !search.crn && !filtered)
      return void queryClient.prefetchInfiniteQuery(feedQuery('recent'))
    if (!filtered) void queryClient.prefetchInfiniteQuery(classSessionsQuery(search))
    void queryClient.prefetchInfiniteQuery(postSearchQuery(search))
  },
  head: () => ({ meta: [{ title: 'Search' }] }),
  component: () => <SearchPage {...Route.useLoaderDeps()} />,
})
