import { createFileRoute } from '@tanstack/react-router'
import { HonorCodePage } from '#web/features/support/honor-code-page.tsx'

export const Route = createFileRoute('/_signed-in/honor-code')({
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Honor code' }] }),
  component: HonorCodePage,
})
