import { useState } from 'react'

type Pick<Item> = {
  /** What the address has. */
  value: Item | null
  itemText: (item: Item) => string
  onPick: (item: Item | null) => void
}

/** What a `Combobox` shows whose pick is in the address: the pick's text, or what is typed instead until the next pick. */
export function usePick<Item>({ value, itemText, onPick }: Pick<Item>) {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    typed: (typed ?? '').trim(),
    combobox: {
      value,
      itemText,
      text: typed ?? (value ? itemText(value) : ''),
      onValueChange: (next: Item | null) => {
        setTyped(null)
        onPick(next)
      },
      onTextChange: (next: string) => {
        // Picking an item also writes its text; that isn't typing.
        if (value && next === itemText(value)) return setTyped(null)
        setTyped(next)
        if (next === '' && value) onPick(null)
      },
      onBlur: () => setTyped(null),
    },
  }
}
