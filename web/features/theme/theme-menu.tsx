import type { ThemeChoice } from '#web/lib/theme.ts'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useChosenTheme } from './use-chosen-theme.ts'

const choices: [ThemeChoice, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'Same as system'],
]

export function themeEntry({ chosen, choose }: ReturnType<typeof useChosenTheme>) {
  return {
    choose: 'Theme',
    chosen,
    choices: choices.map(([value, label]) => ({ value, label, onSelect: () => choose(value) })),
  }
}

export function ThemeMenu() {
  const theme = useChosenTheme()
  return (
    <Menu
      trigger={props => (
        <button {...props} aria-label="Theme" data-tip="Theme" className={iconButtonClass}>
          {/* Drawn here instead of using the icon set, which the landing page doesn't load. */}
          <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" aria-hidden="true">
            <circle cx="12" cy="12" r="8.25" strokeWidth="1.5" />
            <path d="M12 3.75a8.25 8.25 0 0 1 0 16.5z" fill="currentColor" stroke="none" />
          </svg>
        </button>
      )}
      entries={[themeEntry(theme)]}
    />
  )
}
