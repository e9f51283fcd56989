import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { FieldControl } from './field.tsx'
import { inputClass } from './input.tsx'
import { suggestionsItem, suggestionsList, suggestionsPopup } from './suggestions.ts'

/** A text input with suggestions; the typed text counts, picked or not. */
export function Autocomplete({
  value,
  onValueChange,
  items,
  placeholder,
  ...control
}: Partial<FieldControl> & {
  value: string
  onValueChange: (value: string) => void
  items: readonly string[]
  placeholder?: string
}) {
  return (
    <Base.Root items={items} mode="none" value={value} onValueChange={onValueChange}>
      <Base.Input {...control} placeholder={placeholder} className={`${inputClass} h-10 touch-target`} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50 outline-none data-empty:hidden">
          <Base.Popup className={`${suggestionsPopup} data-empty:hidden`}>
            <Base.List className={suggestionsList}>
              {(item: string) => (
                <Base.Item key={item} value={item} className={suggestionsItem}>
                  {item}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
