import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#web/features/support/terms-page.tsx'

export const Route = createFileRoute('/_signed-in/terms')({
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Terms of use' }] }),
  component: TermsPage,
})
