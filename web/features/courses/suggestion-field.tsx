import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { suggestAfter } from '#shared/api/courses.ts'
import { problemText } from '#web/lib/problem-text.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** A required field whose value is picked from the server's suggestions for the typed text. */
export function SuggestionField<Item, Key extends QueryKey>({
  label,
  value,
  onChange,
  error,
  suggestionsFor,
  itemKey,
  itemText,
  renderItem,
  none,
  placeholder,
  hint,
  atOnce = false,
}: FormField<Item | null> & {
  label: string
  suggestionsFor: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>
  itemKey: (item: Item) => string
  itemText: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** Shown if nothing matches. */
  none: string
  placeholder: string
  hint?: ReactNode
  /** Whether there are suggestions without any text. */
  atOnce?: boolean
}) {
  // Null while the field shows the pick.
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    // Picked here, or set by another field: typed text would hide it.
    setShown(value)
    setTyped(null)
  }
  const text = typed ?? (value === null ? '' : itemText(value))
  const isPick = value !== null && text === itemText(value)
  const sought = isPick ? '' : text.trim()
  const enough = atOnce || sought.length > suggestAfter.formFields
  const { found: items, error: failure, waits } = useSuggestions(sought, enough, suggestionsFor)
  return (
    <Field label={label} required hint={hint} error={error}>
      {aria => (
        <Combobox
          {...aria}
          value={value}
          onValueChange={item => {
            setTyped(null)
            onChange(item)
          }}
          text={text}
          onTextChange={setTyped}
          items={items}
          itemKey={itemKey}
          itemText={itemText}
          renderItem={renderItem}
          loading={waits}
          message={messageFor(enough, items.length, failure, none)}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}

function messageFor(enough: boolean, found: number, error: Error | null, none: string): string | undefined {
  if (!enough) {
    return `Type at least ${suggestAfter.formFields + 1} characters.`
  }
  if (error) return problemText(error)
  return found === 0 ? none : undefined
}
