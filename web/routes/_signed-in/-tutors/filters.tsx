import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { CourseFilter } from '#web/features/search/course-filter.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { dateParts } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import { filterPill, pillClass } from '#web/ui/filter-pill.ts'
import { Select } from '#web/ui/select.tsx'
import { type Named, named, type TutorFilters } from './tutors-search.ts'
import { daysOf } from './windows.ts'

const chips: readonly { when: Named | undefined; label: string }[] = [
  { when: undefined, label: 'This week' },
  { when: 'tonight', label: 'Tonight' },
  { when: 'tomorrow', label: 'Tomorrow' },
  { when: 'weekend', label: 'Weekend' },
]

const rates = [15, 20, 30, 40, 60, 80, 100]
const hours = [8, 10, 12, 14, 16, 18, 20]

/** Which course, when, and for how much; all of it is in the address. */
export function Filters({ filters, zone }: { filters: TutorFilters; zone: string }) {
  const navigate = useNavigate({ from: '/tutors' })
  const { course, when, hour, most } = filters
  const set = (change: TutorFilters) =>
    void navigate({ search: old => ({ ...old, ...change }), resetScroll: false })
  const days = daysOf(Temporal.Instant.fromEpochMilliseconds(useNow().getTime()), zone)
  const isDay = when !== undefined && !named.includes(when as Named)
  return (
    <search className="mt-5 mb-6 grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <CourseFilter course={course} onChange={next => set({ course: next })} />
        <Select
          aria-label="Price"
          value={most ?? ''}
          onChange={event => set({ most: Number(event.target.value) || undefined })}
        >
          <option value="">Any price</option>
          {withOwn(rates, most).map(rate => (
            <option key={rate} value={rate}>
              Up to ${rate} an hour
            </option>
          ))}
        </Select>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label="When" className="contents">
          {chips.map(chip => (
            <Link
              key={chip.label}
              to="/tutors"
              search={old => ({ ...old, when: chip.when, hour: undefined })}
              resetScroll={false}
              {...filterPill(chip.when === when)}
            >
              {chip.label}
            </Link>
          ))}
        </nav>
        <PillSelect
          aria-label="Day"
          chosen={isDay}
          value={isDay ? when : ''}
          onChange={event => set({ when: event.target.value || undefined, hour: undefined })}
        >
          <option value="">Pick a day…</option>
          {days.map(date => (
            <option key={date} value={date}>
              {dayLabel(date, days)}
            </option>
          ))}
        </PillSelect>
        {isDay && (
          <PillSelect
            aria-label="From"
            chosen={hour !== undefined}
            value={hour ?? ''}
            onChange={event => set({ hour: Number(event.target.value) || undefined })}
          >
            <option value="">Any hour</option>
            {withOwn(hours, hour).map(from => (
              <option key={from} value={from}>
                From {hourText(from)}
              </option>
            ))}
          </PillSelect>
        )}
      </div>
    </search>
  )
}

/** A choice among the pills, as high as they are; on a phone, its list opens from a little beyond its edge. */
function PillSelect({ chosen, ...props }: ComponentProps<'select'> & { chosen: boolean }) {
  return (
    <span
      className={cx(
        pillClass(chosen),
        'max-w-full has-focus-visible:outline-2 has-focus-visible:outline-accent',
      )}
    >
      <select
        {...props}
        // A phone's browser zooms in on a field whose text is smaller.
        className="-my-1 min-w-0 cursor-pointer appearance-none truncate rounded-full bg-transparent pr-9 pl-3.5 text-16 font-medium outline-none sm:text-14 touch-target *:bg-sheet *:text-ink"
      />
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4" />
    </span>
  )
}

/** The choices, with one from an address that isn't among them. */
function withOwn(choices: readonly number[], own: number | undefined): number[] {
  return own === undefined || choices.includes(own) ? [...choices] : [...choices, own].sort((a, b) => a - b)
}

function dayLabel(date: string, days: readonly string[]): string {
  const { weekday, whole } = dateParts(date)
  const [, month] = whole.split(', ')
  const name = ['Today', 'Tomorrow'][days.indexOf(date)] ?? weekday
  return `${name}, ${month}`
}

function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}
