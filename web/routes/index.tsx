import { createFileRoute } from '@tanstack/react-router'
import { LandingPage } from '#web/features/landing/landing-page.tsx'

export const Route = createFileRoute('/')({
  head: () => ({ meta: [{ title: 'Good notes, in good light' }] }),
  component: LandingPage,
})
