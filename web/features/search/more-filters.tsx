import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SlidersHorizontal, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { splitSubject } from '#web/features/courses/course-style.ts'
import { courseQuery } from '#web/features/courses/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { countOf, kinds, type MoreFilters, noFilters, type PostSearch } from './filters.ts'

const loadFields = () => import('./filter-fields.tsx')
const FilterFields = lazy(async () => ({ default: (await loadFields()).FilterFields }))

/** The filters besides the CRN: a button that shows their fields, or a chip for each that is set. */
export function MoreSearchFilters({ search }: { search: PostSearch }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const set = countOf(search)
  return (
    <>
      <Button
        ref={button}
        aria-expanded={open}
        onPointerEnter={() => void loadFields()}
        onFocus={() => void loadFields()}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
        {set > 0 && (
          <span className="figures text-ink-soft">
            {set}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      {open && (
        <Suspense>
          <FilterFields filters={search} />
        </Suspense>
      )}
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
        <X aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    </li>
  )
}

/** A course that nobody knows keeps its number. */
function CourseCode({ id }: { id: number }) {
  const course = useQuery(courseQuery(id)).data
  return course ? splitSubject(course.subject).code : id
}
