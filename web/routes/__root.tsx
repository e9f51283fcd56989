import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent } from '@tanstack/react-router'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { NotFoundPage } from '#web/features/shell/not-found-page.tsx'
import { Root } from '#web/features/shell/root.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({ meta: [{ title: 'Ignite' }] }),
  component: () => (
    <>
      <HeadContent />
      <Root />
    </>
  ),
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
