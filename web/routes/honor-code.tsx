import { createFileRoute } from '@tanstack/react-router'
import { HonorCodePage } from '#web/features/help/honor-code-page.tsx'

export const Route = createFileRoute('/honor-code')({
  head: () => ({ meta: [{ title: 'Honor code' }] }),
  component: HonorCodePage,
})
