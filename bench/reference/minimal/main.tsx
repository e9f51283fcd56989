import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

const queryClient = new QueryClient()
const textQuery = queryOptions({
  queryKey: ['text'],
  queryFn: async () => (await fetch('/robots.txt')).text(),
})

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <main className="mx-auto max-w-3xl p-6">
      <Link to="/" className="text-sm underline">
        Home
      </Link>
      <Outlet />
    </main>
  ),
})
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context }) => void context.queryClient.prefetchQuery(textQuery),
  component: Home,
})
const router = createRouter({ routeTree: root.addChildren([home]), context: { queryClient } })

function Home() {
  const { data = '…' } = useQuery(textQuery)
  return (
    <>
      <h1 className="text-3xl font-bold">Minimal</h1>
      <p className="mt-4">{data}</p>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
