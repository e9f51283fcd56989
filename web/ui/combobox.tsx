import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { FieldControl } from './field.tsx'
import { inputClass } from './input.tsx'
import { Spinner } from './spinner.tsx'
import { suggestionsItem, suggestionsList, suggestionsPopup } from './suggestions.ts'

type ComboboxProps<Item> = Partial<FieldControl> & {
  value: Item | null
  onValueChange: (value: Item | null) => void
  /** The typed text; the owner finds `items` that match it. */
  text: string
  onTextChange: (text: string) => void
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** The item as text, shown in the input once picked. */
  itemText: (item: Item) => string
  renderItem?: (item: Item) => ReactNode
  loading?: boolean
  /** Shown in the list instead of items: what to type, that nothing matches, or an error. */
  message?: string | undefined
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  'aria-label'?: string
}

/** A text input that suggests items while typing, and holds the picked one. */
export function Combobox<Item>({
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
  ...control
}: ComboboxProps<Item>) {
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
      autoHighlight
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...control}
          placeholder={placeholder}
          onBlur={onBlur}
          onKeyDown={event => {
            // It takes a suggestion, also while none has come yet; the form would be sent without it.
            if (event.key === 'Enter') event.preventDefault()
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
