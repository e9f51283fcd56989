import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { chooseTheme, onThemeChange, type ThemeChoice, themeChoice } from '#web/lib/theme.ts'

/** The chosen theme, and a function to change it: it applies at once, and is saved for a signed-in person. */
export function useChosenTheme() {
  const queryClient = useQueryClient()
  const chosen = useSyncExternalStore(onThemeChange, themeChoice, themeChoice)
  return {
    chosen,
    choose(theme: ThemeChoice) {
      chooseTheme(theme)
      // The landing page has the menu too, and nobody there to save it for.
      void import('./save-theme.ts').then(
        ({ saveTheme }) => saveTheme(queryClient, theme),
        () => {},
      )
    },
  }
}
