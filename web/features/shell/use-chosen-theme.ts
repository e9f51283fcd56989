import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { chooseTheme, onThemeChange, type ThemeChoice, themeChoice } from '#web/lib/theme.ts'

/** The chosen theme, and how to choose another: it shows at once, and is kept for whoever is signed in. */
export function useChosenTheme() {
  const queryClient = useQueryClient()
  const chosen = useSyncExternalStore(onThemeChange, themeChoice)
  return {
    chosen,
    choose(theme: ThemeChoice) {
      chooseTheme(theme)
      // The landing has the menu too, and nobody there to save it for.
      void import('./save-theme.ts').then(
        ({ saveTheme }) => saveTheme(queryClient, theme),
        () => {},
      )
    },
  }
}
