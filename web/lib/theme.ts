import { recall, remember } from './device-memory.ts'

/** A person's choice; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'

const key = 'theme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

systemDark.addEventListener('change', apply)
// Another tab changed it.
addEventListener('storage', event => event.key === key && apply())

/** The choice in this browser; `system` if nobody made one. */
export function themeChoice(): ThemeChoice {
  const stored = recall(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Shows a theme at once, in the other tabs too, and remembers it in this browser only. */
export function chooseTheme(choice: ThemeChoice) {
  remember(key, choice === 'system' ? null : choice)
  apply()
}

/** Calls back whenever the theme may have changed: by a choice, here or in another tab, or by the device. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// paint-first.js sets the first paint's theme by the same rule.
function apply() {
  const choice = themeChoice()
  const dark = choice === 'dark' || (choice === 'system' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
