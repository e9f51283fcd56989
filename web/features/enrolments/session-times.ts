import type { Occurrence } from '#shared/api/sessions.ts'
import { sessionPageSize } from '#shared/api/sessions.ts'

/** When cards of occurrences change their words (web/features/bookings/use-moment.ts). */
export function momentsOf(rows: readonly { occurrence: Pick<Occurrence, 'starts_at' | 'ends_at'> }[]) {
  return rows.map(({ occurrence: { starts_at, ends_at } }) => ({
    starts_on: starts_at,
    ends_on: ends_at,
    held_until: null,
  }))
}

/** Each page's cards appear one after the other (75 ms apart). */
export function rising(index: number) {
  return { animationDelay: `${(index % sessionPageSize) * 75}ms` }
}
