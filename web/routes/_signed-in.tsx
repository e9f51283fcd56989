import { createFileRoute } from '@tanstack/react-router'
import { requireLogin } from '#web/features/login/require-login.ts'
import { Shell } from '#web/features/shell/shell.tsx'

type ShellSearch = {
  /** The modal that is open over the page, so that Back closes it and a link can open it. */
  create?: 'upload'
}

export const Route = createFileRoute('/_signed-in')({
  validateSearch: (search): ShellSearch => ({
    create: search.create === 'upload' ? 'upload' : undefined,
  }),
  beforeLoad: requireLogin,
  component: Shell,
})
