import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/api/profiles.ts'
import { slotLengths } from '#shared/domain/slots.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { personSlotsQuery } from '#web/features/schedules/queries.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { FreeSlotsFrame } from './free-slots-frame.tsx'
import { freeTimes } from './free-times.ts'

/**
 * When a tutor can next be booked. Nothing if there is no such time, or loading failed: the profile does
 * without.
 */
export function NextFreeSlots({ profile, zone }: { profile: Profile; zone: string }) {
  const now = useNow()
  const { data } = useQuery(personSlotsQuery(profile.username, zone))
  const times = data ? freeTimes(data, { zone, now: now.getTime(), count: 3 }) : []
  if (times.length === 0) return null
  return (
    <FreeSlotsFrame zone={zone}>
      {times.map(({ start, end }) => (
        <li key={start} className="grid">
          <Link
            to="/profile/$username"
            params={{ username: profile.username }}
            search={{ book: 'time', ...firstSlot(start) }}
            resetScroll={false}
            className="rounded-10 border border-line-strong bg-sheet px-3 py-2 text-14 transition-colors hover:border-accent hover:bg-accent-wash"
          >
            <FreeTime start={start} end={end} profile={profile} zone={zone} />
          </Link>
        </li>
      ))}
    </FreeSlotsFrame>
  )
}

function FreeTime({
  start,
  end,
  profile,
  zone,
}: {
  start: number
  end: number
  profile: Profile
  zone: string
}) {
  return (
    <time dateTime={new Date(start).toISOString()} title={theirTime(start, end, profile, zone)}>
      <span className="block font-medium">{shortDayText(start, zone)}</span>
      <span className="figures text-ink-soft">{timesText(start, end, zone)}</span>
    </time>
  )
}

/** The shortest booking at a time's start, in the address of the booking drawer. */
function firstSlot(start: number) {
  return { from: new Date(start).toISOString(), to: new Date(start + slotLengths[0] * 60_000).toISOString() }
}

/** The same time for the tutor, if it differs. */
function theirTime(start: number, end: number, { name, time_zone }: Profile, zone: string) {
  if (!time_zone || time_zone === zone) return undefined
  return `${timesText(start, end, time_zone)} for ${name} (${zoneName(time_zone)})`
}
