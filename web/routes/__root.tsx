import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { Root } from '#web/features/shell/root.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: lazyRouteComponent(
    () => import('#web/features/shell/not-found-page.tsx'),
    'NotFoundPage',
  ),
})
