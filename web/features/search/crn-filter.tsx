import { useQuery } from '@tanstack/react-query'
import { type Section, suggestAfter } from '#shared/api/courses.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { sectionSuggestionsQuery } from '#web/features/courses/queries.ts'
import { useSuggestions } from '#web/features/courses/use-suggestions.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { usePick } from './use-pick.ts'

type Picked = Pick<Section, 'crn' | 'title' | 'school' | 'term'>

/** Filters a search by one CRN, found by its number or its section's title. */
export function CrnFilter({ crn, onChange }: { crn: string; onChange: (crn: string) => void }) {
  // The address contains only the number; the section is looked up to show its title.
  const known = useQuery(sectionSuggestionsQuery(crn)).data?.find(section => section.crn === crn)
  const value: Picked | null = crn ? (known ?? { crn, title: '', school: '', term: '' }) : null
  const { typed, combobox } = usePick<Picked>({
    value,
    itemText: labelOf,
    onPick: next => onChange(next?.crn ?? ''),
  })
  const enough = typed.length > suggestAfter.otherPickers
  const { found, error, waits } = useSuggestions(typed, enough, sectionSuggestionsQuery)
  const items: readonly Picked[] = uniqueByCrn(found)

  return (
    <Combobox<Picked>
      {...combobox}
      aria-label="CRN"
      placeholder="Any CRN"
      items={items}
      itemKey={item => item.crn}
      renderItem={item => <Suggestion section={item} />}
      loading={waits}
      message={messageFor({ enough, error, none: items.length === 0 })}
    />
  )
}

function Suggestion({ section }: { section: Picked }) {
  return (
    <span className="block">
      <span className="flex gap-2">
        <span className="figures text-ink-soft">{section.crn}</span>
        <span className="min-w-0 truncate font-medium">{section.title}</span>
      </span>
      <span className="block truncate text-12 text-ink-faint">
        {section.school} · {section.term}
      </span>
    </span>
  )
}

function messageFor({ enough, error, none }: { enough: boolean; error: Error | null; none: boolean }) {
  if (!enough) return `Type at least ${suggestAfter.otherPickers + 1} characters of a CRN or a title.`
  if (error) return problemText(error)
  return none ? 'No crn found' : undefined
}

function labelOf(section: Picked): string {
  return section.title ? formatCrn(section) : section.crn
}

/** The filter is by number alone, so a number that several schools use appears once. */
function uniqueByCrn(sections: readonly Section[]): Section[] {
  return [...new Map(sections.toReversed().map(section => [section.crn, section])).values()].toReversed()
}
