import { useQuery } from '@tanstack/react-query'
import type { Profile } from '#shared/api/profiles.ts'
import { personSlotsQuery } from '#web/features/schedules/queries.ts'
import { zoneName } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { freeTimes } from './free-times.ts'

/** When a tutor can next be booked. Nothing where that is never, or couldn't be learnt: the profile does without. */
export function NextFreeSlots({ profile, zone }: { profile: Profile; zone: string }) {
  const now = useNow()
  const { data } = useQuery(personSlotsQuery(profile.username, zone))
  const times = data ? freeTimes(data, { zone, now: now.getTime(), count: 3 }) : []
  if (times.length === 0) return null
  return (
    <section aria-labelledby="next-free" className="mt-8 rounded-16 border border-line bg-sheet p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="next-free" className="text-18">
          Next free slots
        </h2>
        <p className="text-12 text-ink-faint">Times in {zoneName(zone)}</p>
      </div>
      <ul className="mt-3 grid gap-2 sm:grid-cols-3">
        {times.map(({ start, end }) => (
          <li key={start} className="rounded-10 bg-sunken px-3 py-2 text-14">
            <time dateTime={new Date(start).toISOString()} title={theirTime(start, end, profile, zone)}>
              <span className="block font-medium">{shortDayText(start, zone)}</span>
              <span className="figures text-ink-soft">{timesText(start, end, zone)}</span>
            </time>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-14 text-ink-soft">Open any of their posts to book a session.</p>
    </section>
  )
}

/** The same time for the tutor, where that is another. */
function theirTime(start: number, end: number, { name, time_zone }: Profile, zone: string) {
  if (!time_zone || time_zone === zone) return undefined
  return `${timesText(start, end, time_zone)} for ${name} (${zoneName(time_zone)})`
}
