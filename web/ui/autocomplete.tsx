import type { FieldControl } from './field.tsx'
import { inputClass } from './input.tsx'
import { listCode, useListCode } from './use-list-code.ts'

export type AutocompleteProps = Partial<FieldControl> & {
  value: string
  onValueChange: (value: string) => void
  items: readonly string[]
  placeholder?: string
}

export const autocompleteInput = `${inputClass} h-10 touch-target`

const code = listCode(async () => (await import('./autocomplete-with-list.tsx')).AutocompleteWithList)

/** A text input with suggestions; the typed text counts, picked or not. */
export function Autocomplete(props: AutocompleteProps) {
  const { WithList, plain, takesOver } = useListCode(code, props.onValueChange)
  if (WithList) return <WithList {...props} {...takesOver} />
  const { value, onValueChange: _onValueChange, items: _items, ...control } = props
  return <input dir="auto" {...control} {...plain} value={value} className={autocompleteInput} />
}
