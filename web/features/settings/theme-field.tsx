import { useChosenTheme } from '#web/features/theme/use-chosen-theme.ts'
import { Segmented } from '#web/ui/segmented.tsx'

/** Light, dark or the system's, applied and saved at once. */
export function ThemeField() {
  const { chosen, choose } = useChosenTheme()
  return (
    <div>
      <Segmented
        label="Theme"
        value={chosen}
        onChange={choose}
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'system', label: 'Same as system' },
        ]}
      />
    </div>
  )
}
