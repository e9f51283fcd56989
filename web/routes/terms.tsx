import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#web/features/help/terms-page.tsx'

export const Route = createFileRoute('/terms')({
  head: () => ({ meta: [{ title: 'Terms of use' }] }),
  component: TermsPage,
})
