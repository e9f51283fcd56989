import { createFileRoute } from '@tanstack/react-router'
import { CopyrightPage } from '#web/features/help/copyright-page.tsx'

export const Route = createFileRoute('/copyright')({
  head: () => ({ meta: [{ title: 'Copyright' }] }),
  component: CopyrightPage,
})
