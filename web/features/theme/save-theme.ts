import type { QueryClient } from '@tanstack/react-query'
import { profiles } from '#shared/api/profiles.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { type ThemeChoice, themeChoice } from '#web/lib/theme.ts'
import { toast } from '#web/ui/toast.ts'

let last: Promise<unknown> = Promise.resolve()

/** Stores a signed-in person's theme, for their other devices. */
export async function saveTheme(queryClient: QueryClient, theme: ThemeChoice): Promise<void> {
  if (!queryClient.getQueryData(loginQuery.queryKey)) return
  await queryClient.cancelQueries({ queryKey: loginQuery.queryKey })
  queryClient.setQueryData(loginQuery.queryKey, login => login && { ...login, theme })
  // One after the other: the last choice must win.
  last = last.then(async () => {
    if (themeChoice() !== theme) return
    try {
      const { profile } = await call(profiles.save, { body: { theme } })
      if (themeChoice() === theme) showOwnProfile(queryClient, profile)
    } catch (error) {
      toast.error(`The theme holds on this device only. ${problemText(error)}`)
    }
  })
  await last
}
