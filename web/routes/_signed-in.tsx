import { createFileRoute } from '@tanstack/react-router'
import type { Login } from '#web/features/logins/queries.ts'
import { admitVisitors, requireLogin } from '#web/features/logins/require-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { loadedForDrawing } from '#web/lib/drawing.ts'
import { OwnShell, Shell } from './-shell/shell.tsx'

type ShellSearch = {
  /** The modal that is open over the page, so that Back closes it and a link can open it. */
  create?: 'upload'
  /** The alert whose mail led here. */
  alert?: string
}

/** The pages in the frame: for signed-in people, and for visitors too where a page says so. */
export const Route = createFileRoute('/_signed-in')({
  validateSearch: (search): ShellSearch => ({
    create: search.create === 'upload' ? 'upload' : undefined,
    alert: typeof search.alert === 'string' ? search.alert : undefined,
  }),
  // Its type stands here, since `matches` have types that follow from it.
  beforeLoad: (before): Promise<{ login: Login | null }> =>
    before.search.create ? requireLogin(before) : admitVisitors(before),
  // So that the page shows whole: its menu lists the person's classes, and many a page shows times in their zone.
  loader: async ({ context: { queryClient, login } }) => {
    if (!login) return
    const profile = queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    await Promise.all([OwnShell.preload?.(), loadedForDrawing(profile)])
  },
  component: Shell,
})
