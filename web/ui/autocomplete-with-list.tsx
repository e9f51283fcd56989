import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type AutocompleteProps, autocompleteInput } from './autocomplete.tsx'
import { suggestionsItem, suggestionsList, suggestionsPopup } from './suggestions.ts'
import type { TakesOver } from './use-list-code.ts'

/** The input of an autocomplete with its list. */
export function AutocompleteWithList({
  value,
  onValueChange,
  items,
  placeholder,
  input,
  startsOpen,
  ...control
}: AutocompleteProps & TakesOver) {
  return (
    <Base.Root items={items} mode="none" value={value} onValueChange={onValueChange} defaultOpen={startsOpen}>
      <Base.Input
        dir="auto"
        {...control}
        ref={input}
        placeholder={placeholder}
        className={autocompleteInput}
      />
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
