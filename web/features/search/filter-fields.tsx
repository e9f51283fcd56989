import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { termsQuery } from '#web/features/courses/queries.ts'
import { Select } from '#web/ui/select.tsx'
import { AuthorFilter } from './author-filter.tsx'
import { CourseFilter } from './course-filter.tsx'
import { kinds, type MoreFilters } from './filters.ts'
import { SchoolFilter } from './school-filter.tsx'

/** The fields of the filters besides the CRN. */
export function FilterFields({ filters }: { filters: MoreFilters }) {
  const navigate = useNavigate({ from: '/search' })
  const { school, course, term, kind, author } = filters
  const set = (change: MoreFilters) =>
    void navigate({ search: old => ({ ...old, ...change }), resetScroll: false })
  const { data: terms = [] } = useQuery(termsQuery(school))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which the button is
    <div role="group" aria-label="Filters" className="col-span-full grid grid-cols-2 gap-3 sm:grid-cols-6">
      <div className="col-span-2 min-w-0 sm:col-span-3">
        <SchoolFilter school={school} onChange={next => set({ school: next })} />
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-3">
        <CourseFilter course={course} onChange={next => set({ course: next })} />
      </div>
      <Select
        aria-label="Term"
        className="sm:col-span-2"
        value={term ?? ''}
        onChange={event => set({ term: event.target.value || undefined })}
      >
        <option value="">Any term</option>
        {(term && !terms.includes(term) ? [term, ...terms] : terms).map(name => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label="Kind of document"
        className="sm:col-span-2"
        value={kind ?? ''}
        onChange={event => set({ kind: (event.target.value || undefined) as MoreFilters['kind'] })}
      >
        <option value="">Any kind</option>
        {Object.entries(kinds).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <div className="col-span-2 min-w-0">
        <AuthorFilter author={author} onChange={next => set({ author: next })} />
      </div>
    </div>
  )
}
