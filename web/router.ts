import { createRouter } from '@tanstack/react-router'
import { loginQuery } from '#web/features/login/queries.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { routeTree } from './route-tree.gen.ts'

const queryClient = createQueryClient(() => {
  queryClient.setQueryData(loginQuery.queryKey, null)
  // The guard of the signed-in pages runs again and sends the visitor to /login.
  void router.invalidate()
})

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query cache decides what is fresh; the router must ask it each time.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 250,
  scrollRestoration: true,
  defaultStructuralSharing: true,
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch,
})

/** What an address keeps is plain text, as in `/search?text=…&crn=10432`; the router itself would write `crn="10432"`. */
function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** For a page below the guard that stands alone, without the bars around it. */
    withoutFrame?: boolean
  }
}
