import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { Session } from '#shared/api/sessions.ts'
import { timesText } from '#web/lib/zoned-time.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OccurrenceWithPeople } from './coming-query.ts'
import { hasCall } from './has-call.ts'
import { OccurrencePeople } from './occurrence-people.tsx'
import { PersonLine } from './person-line.tsx'
import { overQuery } from './queries.ts'
import { cameText, lengthText } from './words.ts'

/** Who came to each past occurrence of the owner’s session, and for how long. Nothing before the first. */
export function Attendance(props: { session: Session; zone: string }) {
  return (
    <div className="mt-12 max-w-[44rem] empty:hidden">
      <Loaded waiting={null} failed="The attendance didn’t load">
        <Over {...props} />
      </Loaded>
    </div>
  )
}

function Over({ session, zone }: { session: Session; zone: string }) {
  const query = useSuspenseInfiniteQuery(overQuery(session.id))
  const over = query.data.pages.flatMap(page => page.occurrences)
  if (over.length === 0) return null
  return (
    <section aria-labelledby="attendance">
      <h2 id="attendance" className="text-22">
        Attendance
      </h2>
      <ul className="mt-4 flex flex-col gap-2">
        {over.map((one, index) => (
          <li key={one.occurrence.id}>
            <Past past={one} zone={zone} open={index === 0} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={over.length}
        what="More dates"
        skeleton={<Skeleton className="mt-2 h-14 rounded-10" />}
      />
    </section>
  )
}

function Past({
  past: { occurrence, people },
  zone,
  open,
}: {
  past: OccurrenceWithPeople
  zone: string
  open: boolean
}) {
  const came = people.filter(({ seconds }) => seconds > 0).length
  const counted = hasCall(occurrence)
  return (
    <OccurrencePeople
      occurrence={occurrence}
      zone={zone}
      open={open}
      aside={people.length === 0 ? 'Nobody' : cameText(came, people.length, counted)}
    >
      {people.length === 0 ? (
        <p className="px-4 py-4 text-14 text-ink-soft">Nobody signed up.</p>
      ) : (
        <ul className="px-2 py-1">
          {people.map(one => (
            <li key={one.person.id}>
              <PersonLine
                person={one.person}
                linked={one.visible}
                note={counted ? <Stay stay={one} zone={zone} /> : undefined}
              >
                {one.paid && <Chip>{one.refunded ? 'Refunded' : 'Paid'}</Chip>}
              </PersonLine>
            </li>
          ))}
        </ul>
      )}
    </OccurrencePeople>
  )
}

function Stay({
  stay: { seconds, joined_at, left_at },
  zone,
}: {
  stay: OccurrenceWithPeople['people'][number]
  zone: string
}) {
  if (seconds === 0 || !joined_at || !left_at) return 'Didn’t join'
  return (
    <>
      {seconds < 60 ? 'Less than a minute' : lengthText(Math.floor(seconds / 60))}
      <span className="figures"> · {timesText(joined_at, left_at, zone)}</span>
    </>
  )
}
