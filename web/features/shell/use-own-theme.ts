import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogin } from '#web/features/login/use-login.ts'
import { chooseTheme, themeChoice } from '#web/lib/theme.ts'
import { saveTheme } from './save-theme.ts'

/**
 * Shows the theme a person chose on whatever device. This browser's storage is the copy that the first paint goes by. What a
 * newcomer chose before their first sign-in becomes their theme.
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
