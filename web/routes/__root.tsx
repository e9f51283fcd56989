import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorPage } from './-shell/error-page.tsx'
import { Root } from './-shell/root.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: lazyRouteComponent(() => import('./-shell/not-found-page.tsx'), 'NotFoundPage'),
})
