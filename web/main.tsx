import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.ts'

// The page's code comes while it is being found out who is signed in, for which its loaders wait.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  void router.loadRouteChunk(route)
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={router.options.context.queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
