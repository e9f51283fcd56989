import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#web/features/support/privacy-page.tsx'

export const Route = createFileRoute('/_signed-in/privacy')({
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Privacy' }] }),
  component: PrivacyPage,
})
