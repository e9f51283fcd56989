import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/wallet')({
  beforeLoad: () => {
    throw redirect({ to: '/profile/wallet', search: { tab: 'tutorBalance' }, replace: true })
  },
})
