import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSameZone } from '#shared/domain/time-zone.ts'
import { zoneLabel } from '#shared/domain/zone-name.ts'
import { ownScheduleQuery } from './queries.ts'

/** Says that the person's hours are in another zone than theirs, and leads to where they change. */
export function HoursZoneNote({ ownZone }: { ownZone: string | null }) {
  const { data } = useQuery(ownScheduleQuery)
  const zone = data?.time_zone ?? null
  const hasHours =
    data && (data.exceptions.length > 0 || Object.values(data.days).some(day => day.length > 0))
  return (
    // There before its words, or a screen reader wouldn't read them.
    <p role="status" className="rounded-10 bg-caution-wash px-4 py-3 text-14 empty:sr-only">
      {hasHours && zone !== null && ownZone !== null && !isSameZone(zone, ownZone) && (
        <>
          <span className="text-caution">Your hours stay in {zoneLabel(zone)}.</span>{' '}
          <Link
            to="/profile/settings"
            search={{ tab: 'schedule' }}
            className="font-medium text-accent hover:underline coarse:py-3"
          >
            Change them in Schedule
          </Link>
        </>
      )}
    </p>
  )
}
