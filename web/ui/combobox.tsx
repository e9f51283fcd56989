import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { FieldControl } from './field.tsx'
import { inputClass } from './input.tsx'
import { Spinner } from './spinner.tsx'
import { listCode, useListCode } from './use-list-code.ts'

export type ComboboxProps<Item> = Partial<FieldControl> & {
  value: Item | null
  onValueChange: (value: Item | null) => void
  /** The typed text; the owner finds `items` that match it. */
  text: string
  /** `change`: the library's reason, such as `item-press`, or `input-clear` if the list closed without a pick. */
  onTextChange: (text: string, change?: { reason: string }) => void
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

const code = listCode(async () => (await import('./combobox-with-list.tsx')).ComboboxWithList)

/** A text input that suggests items while typing, and holds the picked one. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { WithList, plain, takesOver } = useListCode(code, props.onTextChange)
  if (WithList) return <WithList {...props} {...takesOver} />
  const {
    value,
    onValueChange,
    text,
    onTextChange,
    items: _items,
    itemKey: _itemKey,
    itemText: _itemText,
    renderItem: _renderItem,
    loading = false,
    message: _message,
    ...control
  } = props
  const clear = () => {
    onTextChange('')
    onValueChange(null)
    takesOver.input.current?.focus()
  }
  return (
    <div className="relative">
      <input
        dir="auto"
        {...control}
        {...plain}
        value={text}
        onKeyDown={event => {
          // It takes a suggestion, and there is none yet.
          if (event.key === 'Enter') event.preventDefault()
        }}
        className={cx(inputClass, 'h-10 pr-10 touch-target')}
      />
      {loading ? (
        <Spinner className="absolute inset-y-0 right-3 my-auto text-ink-faint" />
      ) : (
        value !== null && (
          <button
            type="button"
            aria-label="Clear"
            tabIndex={-1}
            onClick={clear}
            className="absolute inset-y-0 right-0 inline-flex w-10 touch-target items-center justify-center rounded-10 text-ink-faint hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )
      )}
    </div>
  )
}
