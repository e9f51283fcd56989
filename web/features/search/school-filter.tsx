import { useQuery } from '@tanstack/react-query'
import { suggestAfter } from '#shared/api/courses.ts'
import { schoolSuggestionsQuery } from '#web/features/courses/queries.ts'
import { useSuggestions } from '#web/features/courses/use-suggestions.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { pickMessage } from './pick-message.ts'
import { usePick } from './use-pick.ts'

/** Filters by one school of the catalog; the schools of the person's classes are suggested at once. */
export function SchoolFilter({
  school,
  onChange,
}: {
  school: string | undefined
  onChange: (school: string | undefined) => void
}) {
  const classes = useQuery(ownProfileQuery).data?.classes ?? []
  const own = new Set(classes.map(({ school: name }) => name))
  const { typed, combobox } = usePick<string>({
    value: school ?? null,
    itemText: name => name,
    onPick: next => onChange(next ?? undefined),
  })
  const enough = typed.length > suggestAfter.formFields
  const { found, error, waits } = useSuggestions(typed, enough, schoolSuggestionsQuery)
  const items: readonly string[] = typed ? found : [...own]

  return (
    <Combobox<string>
      {...combobox}
      aria-label="School"
      placeholder="Any school"
      items={items}
      itemKey={name => name}
      loading={waits}
      message={pickMessage(
        { enough, error, none: items.length === 0 },
        { tooShort: `Type at least ${suggestAfter.formFields + 1} characters.`, nothing: 'No school found' },
      )}
    />
  )
}
