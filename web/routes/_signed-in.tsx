import { createFileRoute, redirect } from '@tanstack/react-router'
import { loginQuery, registrationQuery } from '#web/features/login/queries.ts'
import { Shell } from '#web/features/shell/shell.tsx'

type ShellSearch = {
  /** The modal that is open over the page, so that Back closes it and a link can open it. */
  create?: 'upload'
}

export const Route = createFileRoute('/_signed-in')({
  validateSearch: (search): ShellSearch => (search.create === 'upload' ? { create: 'upload' } : {}),
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const login = await queryClient.ensureQueryData({ ...loginQuery, revalidateIfStale: true })
    if (!login) throw redirect({ to: '/login', search: { next: location.href } })
    // Nothing on the page waits for it.
    void queryClient.prefetchQuery(registrationQuery(login))
    return { login }
  },
  component: Shell,
})
