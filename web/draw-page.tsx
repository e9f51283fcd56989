import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { createApp } from './router.ts'

export { findAnswersBy } from './lib/page-answers.ts'

/**
 * The HTML and the title of the page at an address (path and query), made from the answers that `findAnswersBy` provides. Parts without an
 * answer show as loading. Null if the page redirects, or waits for an answer that is missing.
 */
export async function drawPage(url: string): Promise<{ html: string; title: string | null } | null> {
  const { router, queryClient } = createApp(createMemoryHistory({ initialEntries: [url] }))
  await router.load()
  // All answers are here, so every query has its data after the pending callbacks have run.
  await new Promise(resolve => setTimeout(resolve))
  const { matches } = router.state
  // No matches: the page redirects.
  if (matches.length === 0 || matches.some(({ status }) => status !== 'success')) return null
  // Without its error, a query shows as loading.
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const title = matches.flatMap(({ meta }) => meta ?? []).findLast(meta => meta?.title)?.title
  return { html, title: title ?? null }
}
