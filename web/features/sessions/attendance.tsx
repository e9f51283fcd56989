import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { Session } from '#shared/api/sessions.ts'
import { timesText } from '#web/lib/zoned-time.ts'
import { Chip } from '#web/ui/chip.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OccurrenceWithPeople } from './coming-query.ts'
import { PersonLine } from './person-line.tsx'
import { occurrencesQuery } from './queries.ts'
import { lengthText, whenText } from './words.ts'

/** Who came to each time of one’s session that is over, and for how long. Nothing before the first. */
export function Attendance({ session, zone }: { session: Session; zone: string }) {
  const query = useInfiniteQuery(occurrencesQuery(session.id))
  const all = query.data?.pages.flatMap(page => page.occurrences) ?? []
  const over = all.filter(({ occurrence }) => occurrence.state === 'over')
  const more = (
    <MoreRows
      query={query}
      count={all.length}
      what="More occurrences"
      skeleton={over.length > 0 && <Skeleton className="mt-2 h-14 rounded-10" />}
    />
  )
  if (over.length === 0) return more
  return (
    <section aria-labelledby="attendance" className="mt-12 max-w-[44rem]">
      <h2 id="attendance" className="text-22">
        Attendance
      </h2>
      <ul className="mt-4 flex flex-col gap-2">
        {over.map((one, index) => (
          <li key={one.occurrence.id}>
            <Past past={one} zone={zone} paid={session.rate !== null} open={index === 0} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

function Past({
  past: { occurrence, people },
  zone,
  paid,
  open,
}: {
  past: OccurrenceWithPeople
  zone: string
  paid: boolean
  open: boolean
}) {
  const came = people.filter(({ seconds }) => seconds > 0).length
  return (
    <details open={open} className="group rounded-10 border border-line bg-sheet">
      <summary className="flex min-h-14 items-center gap-3 rounded-10 px-4 py-2 text-14 select-none [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          strokeWidth={1.5}
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <time dateTime={occurrence.starts_at} className="min-w-0 flex-1 font-medium">
          {whenText(occurrence, zone)}
        </time>
        <span className="shrink-0 text-ink-soft">
          {people.length === 0 ? 'Nobody' : `${came} of ${people.length} came`}
        </span>
      </summary>
      {people.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-14 text-ink-soft">Nobody was expected.</p>
      ) : (
        <ul className="border-t border-line px-2 py-1">
          {people.map(one => (
            <li key={one.person.id}>
              <PersonLine person={one.person} note={<Stay stay={one} zone={zone} />}>
                {paid && one.paid && <Chip>Paid</Chip>}
              </PersonLine>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function Stay({
  stay: { seconds, joined_at, left_at },
  zone,
}: {
  stay: OccurrenceWithPeople['people'][number]
  zone: string
}) {
  if (seconds === 0 || !joined_at || !left_at) return 'Didn’t come'
  return (
    <>
      {seconds < 60 ? 'Less than a minute' : lengthText(Math.floor(seconds / 60))}
      <span className="figures"> · {timesText(joined_at, left_at, zone)}</span>
    </>
  )
}
