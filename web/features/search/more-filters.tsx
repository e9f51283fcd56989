import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { splitSubject } from '#web/features/courses/course-style.ts'
import { courseQuery, termsQuery } from '#web/features/courses/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { AuthorFilter } from './author-filter.tsx'
import { CourseFilter } from './course-filter.tsx'
import { countOf, type MoreFilters, noFilters, type PostSearch } from './filters.ts'
import { SchoolFilter } from './school-filter.tsx'

const kinds = { pdf: 'PDF', image: 'Image' }

/** The filters besides the CRN: a button that shows their fields, or a chip for each that is set. */
export function MoreSearchFilters({ search }: { search: PostSearch }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const fields = useId()
  const set = countOf(search)
  return (
    <>
      <Button
        ref={button}
        aria-expanded={open}
        aria-controls={open ? fields : undefined}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" strokeWidth={1.5} className="size-4" />
        Filters
        {set > 0 && (
          <span className="figures text-ink-soft">
            {set}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      {open && <Fields id={fields} filters={search} />}
      {set > 0 && (
        <div className="col-span-full flex min-w-0 flex-wrap items-center gap-2">
          {/* What is removed would take the focus with it. */}
          {!open && <Chips filters={search} onRemove={() => button.current?.focus()} />}
          <Link
            from="/search"
            to="/search"
            search={old => ({ ...old, ...noFilters })}
            resetScroll={false}
            onClick={() => button.current?.focus()}
            className={buttonClass({ variant: 'quiet', size: 'sm' })}
          >
            Clear filters
          </Link>
        </div>
      )}
    </>
  )
}

function Fields({ id, filters }: { id: string; filters: MoreFilters }) {
  const navigate = useNavigate({ from: '/search' })
  const { school, course, term, kind, author } = filters
  const set = (change: MoreFilters) =>
    void navigate({ search: old => ({ ...old, ...change }), resetScroll: false })
  const { data: terms = [] } = useQuery(termsQuery(school))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which the button is
    <div
      id={id}
      role="group"
      aria-label="Filters"
      className="col-span-full grid grid-cols-2 gap-3 sm:grid-cols-6"
    >
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

function Chips({ filters, onRemove }: { filters: MoreFilters; onRemove: () => void }) {
  const { school, course, term, kind, author } = filters
  return (
    <ul aria-label="Filters that are set" className="contents">
      {school && (
        <FilterChip name="school" label="School" onRemove={onRemove}>
          {school}
        </FilterChip>
      )}
      {course !== undefined && (
        <FilterChip name="course" label="Course" onRemove={onRemove}>
          <CourseCode id={course} />
        </FilterChip>
      )}
      {term && (
        <FilterChip name="term" label="Term" onRemove={onRemove}>
          {term}
        </FilterChip>
      )}
      {kind && (
        <FilterChip name="kind" label="Kind" onRemove={onRemove}>
          {kinds[kind]}
        </FilterChip>
      )}
      {author && (
        <FilterChip name="author" label="Author" onRemove={onRemove}>
          @{author}
        </FilterChip>
      )}
    </ul>
  )
}

type FilterChipProps = {
  name: keyof MoreFilters
  label: string
  onRemove: () => void
  children: ReactNode
}

function FilterChip({ name, label, onRemove, children }: FilterChipProps) {
  return (
    <li className="inline-flex max-w-full min-w-0">
      <Link
        from="/search"
        to="/search"
        search={old => ({ ...old, [name]: undefined })}
        resetScroll={false}
        onClick={onRemove}
        className="inline-flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-accent bg-accent-wash pr-2 pl-3 text-14 font-medium text-accent-strong transition-colors hover:bg-sheet touch-target"
      >
        <span className="sr-only">Remove the filter </span>
        <span className="min-w-0 truncate">
          <span className="font-normal">{label}:</span> <bdi>{children}</bdi>
        </span>
        <X aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
      </Link>
    </li>
  )
}

/** A course that nobody knows keeps its number. */
function CourseCode({ id }: { id: number }) {
  const course = useQuery(courseQuery(id)).data
  return course ? splitSubject(course.subject).code : id
}
