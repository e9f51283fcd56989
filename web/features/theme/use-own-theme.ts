import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { chooseTheme, themeChoice } from '#web/lib/theme.ts'
import { saveTheme } from './save-theme.ts'

/** Whose theme this page applied last, and which. */
let applied = ''

/**
 * Applies the theme that a person chose on any device. This browser's storage has the copy for the first
 * paint. A newcomer's choice before their first sign-in becomes their theme.
 */
export function useOwnTheme() {
  const queryClient = useQueryClient()
  const { email, theme, welcomed } = useLogin()
  useEffect(() => {
    const own = `${email} ${theme}`
    // Another tab may have changed the theme since; the copy of the login here is older than that.
    if (own === applied) return
    applied = own
    const here = themeChoice()
    if (theme === here) return
    if (!welcomed && theme === 'system') void saveTheme(queryClient, here)
    else chooseTheme(theme)
  }, [email, theme, welcomed, queryClient])
}
