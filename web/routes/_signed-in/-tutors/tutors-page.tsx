import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { zoneName } from '#shared/domain/zone-name.ts'
import { TutorBookingHost } from '#web/features/bookings/booking-host.tsx'
import { runOf } from '#web/features/bookings/booking-search.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { freeTutorsQuery } from '#web/features/schedules/queries.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useNow } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Filters } from './filters.tsx'
import { FreeTutorCard } from './free-tutor-card.tsx'
import type { TutorFilters, TutorsSearch } from './tutors-search.ts'
import { TutorSkeletons, TutorsSkeleton } from './tutors-skeleton.tsx'
import { windowOf } from './windows.ts'

/** Tutors by when they are free, the next one first. The filters and the open booking are in the address. */
export function TutorsPage({ search }: { search: TutorsSearch }) {
  const { tutor, book, from, to, ...filters } = search
  const zone = useOwnZone()
  // A step that left the address stays mounted for its closing animation.
  const [booked, setBooked] = useState(tutor)
  if (tutor && tutor !== booked) setBooked(tutor)
  if (zone === null) return <TutorsSkeleton />
  return (
    <>
      <h1 className="text-28">Tutors</h1>
      <p className="mt-2 text-ink-soft">
        Tutors who are free soonest come first. Times are in {zoneName(zone)}.
      </p>
      <Filters filters={filters} zone={zone} />
      <FreeTutors filters={filters} zone={zone} />
      {booked && (
        <TutorBookingHost
          key={booked}
          username={booked}
          courseId={filters.course}
          step={book}
          run={runOf({ from, to })}
        />
      )}
    </>
  )
}

function FreeTutors({ filters, zone }: { filters: TutorFilters; zone: string }) {
  const { course, most } = filters
  const now = Temporal.Instant.fromEpochMilliseconds(useNow().getTime())
  const window = windowOf(filters, now, zone)
  const query = useInfiniteQuery(
    freeTutorsQuery(
      window && {
        timezone: zone,
        course_id: course,
        max_rate_cents: most === undefined ? undefined : most * 100,
        ...window,
      },
    ),
  )
  const { data, error, isPlaceholderData, hasNextPage } = query
  if (window === null) return <Loosen filters={filters} title="That day isn’t in the next seven days" />
  if (error && (data === undefined || isPlaceholderData)) {
    if (isMissing(error)) return <Loosen filters={filters} title="This course isn’t here anymore" />
    return <LoadFailed title="The tutors didn’t load" {...failureOf(query)} />
  }
  // One who is booked meanwhile can move onto the next page.
  const all = data?.pages.flatMap(page => page.tutors.map(tutor => [tutor.id, tutor] as const))
  const tutors = data && [...new Map(all).values()]
  return (
    <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
      <FoundStatus unseen={tutors?.length === 0} className="mb-4 min-h-5">
        {tutors &&
          !isPlaceholderData &&
          (tutors.length > 0 ? countText(tutors.length, hasNextPage) : nobodyIsFree)}
      </FoundStatus>
      {tutors ? (
        <>
          {tutors.length === 0 ? (
            <Loosen filters={filters} title={nobodyIsFree} />
          ) : (
            <ul aria-label="Tutors" className="grid gap-4">
              {tutors.map(tutor => (
                <li key={tutor.id} className="grid min-w-0">
                  <FreeTutorCard tutor={tutor} zone={zone} />
                </li>
              ))}
            </ul>
          )}
          <MoreRows
            query={query}
            count={tutors.length}
            what="More tutors"
            skeleton={<Skeleton className="mt-4 h-36 rounded-10" />}
          />
          {!hasNextPage && tutors.length > 20 && <ListEnd>That’s all of them.</ListEnd>}
        </>
      ) : (
        <TutorSkeletons />
      )}
    </div>
  )
}

const nobodyIsFree = 'Nobody is free then'

function countText(shown: number, more: boolean): string {
  if (more) return `More than ${shown} tutors are free`
  return shown === 1 ? '1 tutor is free' : `${shown} tutors are free`
}

/** Says that there is nobody, and drops the filters one by one. */
function Loosen({ filters, title }: { filters: TutorFilters; title: string }) {
  const { course, when, most } = filters
  const ways: { label: string; search: TutorFilters }[] = [
    ...(when
      ? [{ label: 'Search the whole week', search: { ...filters, when: undefined, hour: undefined } }]
      : []),
    ...(most ? [{ label: 'At any price', search: { ...filters, most: undefined } }] : []),
    ...(course ? [{ label: 'For any course', search: { ...filters, course: undefined } }] : []),
  ]
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {ways.map(({ label, search }, place) => (
            <Link
              key={label}
              to="/tutors"
              search={search}
              resetScroll={false}
              className={buttonClass({ variant: place === 0 ? 'primary' : 'secondary' })}
            >
              {label}
            </Link>
          ))}
          {ways.length === 0 && (
            <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
              Browse notes
            </Link>
          )}
        </div>
      }
    >
      {ways.length === 0
        ? 'No tutors are free in the next seven days. New times show up here as soon as tutors add them.'
        : 'Change one of your filters to see more tutors.'}
    </EmptyState>
  )
}
