import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/api/profiles.ts'
import { slotLengths } from '#shared/domain/slots.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { personSlotsQuery } from '#web/features/schedules/queries.ts'
import { SlotTile } from '#web/features/schedules/slot-tile.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { otherZone, timesText } from '#web/lib/zoned-time.ts'
import { FreeSlotsFrame } from './free-slots-frame.tsx'
import { freeTimes } from './free-times.ts'

/**
 * When a tutor can next be booked. Nothing if there is no such time, or loading failed: the profile does
 * without.
 */
export function NextFreeSlots({ profile, zone }: { profile: Profile; zone: string }) {
  const now = useNow()
  const { data } = useQuery(personSlotsQuery(profile.username, zone))
  const times = data ? freeTimes(data, { now: now.getTime(), count: 3 }) : []
  if (times.length === 0) return null
  return (
    <FreeSlotsFrame zone={zone}>
      {times.map(({ start, end }) => (
        <li key={start} className="grid min-w-0">
          <SlotTile slot={slotOf(start, end)} zone={zone} name={profile.name}>
            {tile => (
              <Link
                to="/profile/$username"
                params={{ username: profile.username }}
                search={{ book: 'time', ...firstSlot(start) }}
                resetScroll={false}
                title={theirTime(start, end, profile, zone)}
                {...tile}
              />
            )}
          </SlotTile>
        </li>
      ))}
    </FreeSlotsFrame>
  )
}

function slotOf(start: number, end: number) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/** The shortest booking at a time's start, in the address of the booking drawer. */
function firstSlot(start: number) {
  const slot = slotOf(start, start + slotLengths[0] * 60_000)
  return { from: slot.start, to: slot.end }
}

/** The time in the tutor's zone, if clocks show another time there. */
function theirTime(start: number, end: number, { name, time_zone }: Profile, zone: string) {
  const theirs = otherZone(time_zone, zone)
  return theirs ? `${timesText(start, end, theirs)} for ${name} (${zoneName(theirs)})` : undefined
}
