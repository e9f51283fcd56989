import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { suggestAfter } from '#shared/api/courses.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

type Control<Item> = {
  value: Item | null
  onChange: (item: Item | null) => void
  onBlur: () => void
  ref: (target: { focus: () => void } | null) => void
}

/** A required field whose value is picked from what the server suggests for the text typed so far. */
export function SuggestionField<Item, Key extends QueryKey>({
  label,
  field,
  error,
  suggestionsFor,
  itemKey,
  itemText,
  renderItem,
  none,
  placeholder,
}: {
  label: string
  field: Control<Item>
  error: string | undefined
  suggestionsFor: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>
  itemKey: (item: Item) => string
  itemText: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** What is shown when nothing matches. */
  none: string
  placeholder: string
}) {
  const { value } = field
  // Null while the field shows what was picked.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : itemText(value))
  const searched = typed !== null && (value === null || typed !== itemText(value))
  const asked = useSettled(searched ? text.trim() : '')
  const enough = asked.length > suggestAfter.formFields
  const query = useQuery({ ...suggestionsFor(asked), enabled: enough })
  const items = enough ? (query.data ?? []) : []
  return (
    <Field label={label} required error={error}>
      {aria => (
        <div
          ref={element =>
            field.ref(element && { focus: () => element.querySelector<HTMLElement>('input')?.focus() })
          }
        >
          <Combobox
            {...aria}
            value={value}
            onValueChange={item => {
              setTyped(null)
              field.onChange(item)
            }}
            text={text}
            onTextChange={setTyped}
            onBlur={field.onBlur}
            items={items}
            itemKey={itemKey}
            itemText={itemText}
            renderItem={renderItem}
            loading={enough && query.isFetching}
            message={messageFor(asked, items.length, query.error, none)}
            placeholder={placeholder}
          />
        </div>
      )}
    </Field>
  )
}

function messageFor(asked: string, found: number, error: Error | null, none: string): string | undefined {
  if (asked.length <= suggestAfter.formFields) {
    return `Type at least ${suggestAfter.formFields + 1} characters.`
  }
  if (error) return problemText(error)
  return found === 0 ? none : undefined
}
