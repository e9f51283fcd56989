import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import type { ComboboxProps } from './combobox.tsx'
import { cx } from './cx.ts'
import { inputClass } from './input.tsx'
import { Spinner } from './spinner.tsx'
import { suggestionsItem, suggestionsList, suggestionsPopup } from './suggestions.ts'
import type { TakesOver } from './use-list-code.ts'

/** The input of a combobox with its list. */
export function ComboboxWithList<Item>({
  value,
  onValueChange,
  text,
  onTextChange,
  items,
  itemKey,
  itemText,
  renderItem = itemText,
  loading = false,
  message,
  placeholder,
  disabled,
  onBlur,
  input,
  startsOpen,
  ...control
}: ComboboxProps<Item> & TakesOver) {
  // The picked item stays among the items, or the input would lose it when newer suggestions arrive.
  const isPicked = (item: Item) => value !== null && itemKey(item) === itemKey(value)
  const known = value === null || items.some(isPicked) ? items : [...items, value]
  const shown = known.filter(item => items.includes(item))
  return (
    <Base.Root
      items={known}
      filteredItems={shown}
      filter={null}
      value={value}
      onValueChange={onValueChange}
      inputValue={text}
      onInputValueChange={onTextChange}
      itemToStringLabel={itemText}
      isItemEqualToValue={(item, other) => itemKey(item) === itemKey(other)}
      disabled={disabled}
      // It highlights as soon as the person types, but what was typed in the plain input came before. Its types hide `always`.
      autoHighlight={(startsOpen ? 'always' : true) as true}
      defaultOpen={startsOpen}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          dir="auto"
          {...control}
          ref={input}
          placeholder={placeholder}
          onBlur={onBlur}
          onKeyDown={event => {
            // It takes a suggestion, also while none has come yet; the form would be sent without it.
            if (event.key !== 'Enter') return
            event.preventDefault()
            // Without a suggestion, the library would close the list and empty the input.
            if (shown.length === 0) event.preventBaseUIHandler()
          }}
          className={cx(inputClass, 'h-10 pr-10 touch-target')}
        />
        {loading ? (
          <Spinner className="absolute inset-y-0 right-3 my-auto text-ink-faint" />
        ) : (
          <Base.Clear
            aria-label="Clear"
            className="absolute inset-y-0 right-0 inline-flex w-10 touch-target items-center justify-center rounded-10 text-ink-faint hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </Base.Clear>
        )}
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50 outline-none">
          <Base.Popup aria-busy={loading || undefined} className={suggestionsPopup}>
            <Base.Status className="text-14 text-ink-faint">
              {loading ? (
                <span className="block px-3 py-2.5">Searching…</span>
              ) : (
                message && <span className="block px-3 py-2.5">{message}</span>
              )}
            </Base.Status>
            <Base.List className={suggestionsList}>
              {(item: Item) => (
                <Base.Item key={itemKey(item)} value={item} className={suggestionsItem}>
                  <span className="min-w-0 flex-1">{renderItem(item)}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-accent" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
