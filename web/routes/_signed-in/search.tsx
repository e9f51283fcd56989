import { createFileRoute } from '@tanstack/react-router'
import { feedQuery } from '#web/features/posts/queries.ts'
import { pageSearchQuery, peopleSearchQuery, postSearchQuery } from '#web/features/search/queries.ts'
import { classSessionsQuery } from '#web/features/sessions/queries.ts'
import { SearchPage, type SearchType } from './-search-page.tsx'

const types: readonly SearchType[] = ['posts', 'pages', 'people']

/** Posts if `type` is absent: an address without it isn't changed, which would be a redirect before anything shows. */
type Search = { text?: string | undefined; type?: SearchType | undefined; crn?: string | undefined }

export const Route = createFileRoute('/_signed-in/search')({
  validateSearch: (search): Search => ({
    text: textOf(search.text, 100),
    type: types.find(type => type === search.type),
    crn: textOf(search.crn, 12),
  }),
  loaderDeps: ({ search: { type = 'posts', text = '', crn = '' } }) => ({ type, text, crn }),
  loader: ({ context: { queryClient }, deps }) => {
    // Not awaited: the page shows a placeholder, or the earlier results.
    if (deps.type === 'people') return void queryClient.prefetchInfiniteQuery(peopleSearchQuery(deps.text))
    if (deps.text) void queryClient.prefetchQuery(pageSearchQuery(deps))
    if (deps.type === 'pages') return
    if (deps.text || deps.crn) void queryClient.prefetchInfiniteQuery(classSessionsQuery(deps))
    void (deps.text || deps.crn
      ? queryClient.prefetchInfiniteQuery(postSearchQuery(deps))
      : queryClient.prefetchInfiniteQuery(feedQuery('recent')))
  },
  head: () => ({ meta: [{ title: 'Search' }] }),
  component: SearchRoute,
})

function SearchRoute() {
  return <SearchPage {...Route.useLoaderDeps()} />
}

function textOf(value: unknown, max: number): string | undefined {
  return (typeof value === 'string' && value.trim().slice(0, max)) || undefined
}
