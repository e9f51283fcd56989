import type { Occurrence } from '#shared/api/sessions.ts'
import { sessionPageSize } from '#shared/api/sessions.ts'

type Row = { occurrence: Pick<Occurrence, 'starts_at' | 'ends_at'>; leave_until?: string | null }

/** When cards of occurrences change their words (web/features/bookings/use-moment.ts). */
export function momentsOf(rows: readonly Row[]) {
  return rows.map(({ occurrence: { starts_at, ends_at }, leave_until }) => ({
    starts_on: starts_at,
    ends_on: ends_at,
    held_until: null,
    leave_until,
  }))
}

/** Each page's cards appear one after the other (75 ms apart). */
export function rising(index: number) {
  return { animationDelay: `${(index % sessionPageSize) * 75}ms` }
}
