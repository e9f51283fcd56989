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
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
