import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/profile/edit')({
  beforeLoad: () => {
    throw redirect({ to: '/profile/settings', search: { tab: 'profile' }, replace: true })
  },
})
