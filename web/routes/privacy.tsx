import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#web/features/help/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({
  head: () => ({ meta: [{ title: 'Privacy' }] }),
  component: PrivacyPage,
})
