import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { staysForUnsaved } from '#web/features/logins/login-ended.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { routeTree } from './route-tree.gen.ts'

/** The app's router and its query cache. In a browser it follows the address bar; on the server, `history`. */
export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient(
    () => {
      if (!import.meta.env.SSR && staysForUnsaved()) return
      queryClient.setQueryData(loginQuery.queryKey, null)
      // The guard of the signed-in pages runs again and sends the visitor to /login.
      void router.invalidate()
    },
    // The page starts anew for whoever that is (`followOtherTabs`).
    () => void queryClient.refetchQueries({ queryKey: loginQuery.queryKey }),
  )
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh; the router must ask it each time.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 250,
    // On the server, this would add an inline script to the page.
    scrollRestoration: !import.meta.env.SSR,
    defaultStructuralSharing: true,
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
  })
  return { router, queryClient }
}

/**
 * The address contains plain text, as in `/search?text=…&crn=10432`; by default the router would write
 * `crn="10432"`.
 */
function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createApp>['router']
  }
  interface StaticDataRouteOption {
    /** For a guarded page without the bars around it. */
    withoutFrame?: boolean
    /** For a page in the frame that isn't guarded: visitors see it in theirs. */
    forVisitors?: boolean
  }
}
