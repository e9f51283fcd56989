import { createFileRoute } from '@tanstack/react-router'
import { CopyrightPage } from '#web/features/support/copyright-page.tsx'

export const Route = createFileRoute('/_signed-in/copyright')({
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Copyright' }] }),
  component: CopyrightPage,
})
