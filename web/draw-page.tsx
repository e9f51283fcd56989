import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { createApp } from './router.ts'

export { findAnswersBy } from './lib/page-answers.ts'

/**
 * The HTML and the title of the page at an address (path and query), or of the one that it redirects to, made from the answers that
 * `findAnswersBy` provides. Parts without an answer show as loading. Null if the page waits for an answer that is missing, or if it
 * redirects more than once.
 */
export async function drawPage(url: string): Promise<{ html: string; title: string | null } | null> {
  let app = await loadApp(url)
  const place = placeOfRedirect(app)
  if (place) app = await loadApp(place)
  const { router, queryClient } = app
  // All answers are here, so every query has its data after the pending callbacks have run.
  await new Promise(resolve => setTimeout(resolve))
  const { matches } = router.state
  // No matches: the page redirects again.
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

async function loadApp(url: string) {
  const app = createApp(createMemoryHistory({ initialEntries: [url] }))
  await app.router.load()
  return app
}

/** The path and query to which the page at an address redirects. */
function placeOfRedirect({ router: { _serverResult: result } }: ReturnType<typeof createApp>): string | null {
  if (result?.type !== 'redirect') return null
  const place = result.redirect.headers.get('Location')
  return place?.startsWith('/') ? place : null
}
