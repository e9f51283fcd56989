import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { chooseTheme, themeChoice } from '#web/lib/theme.ts'
import { saveTheme } from './save-theme.ts'

/**
 * Applies the theme that a person chose on any device. This browser's storage has the copy for the first
 * paint. A newcomer's choice before their first sign-in becomes their theme.
 */
export function useOwnTheme() {
  const queryClient = useQueryClient()
  const { theme, welcomed } = useLogin()
  useEffect(() => {
    const here = themeChoice()
    if (theme === here) return
    if (!welcomed && theme === 'system') void saveTheme(queryClient, here)
    else chooseTheme(theme)
  }, [theme, welcomed, queryClient])
}
