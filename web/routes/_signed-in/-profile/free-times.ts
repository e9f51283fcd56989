import type { CallOutput } from '#shared/api/contract.ts'
import type { schedules } from '#shared/api/schedules.ts'
import { realTimeOf } from '#shared/domain/availability.ts'
import { type Interval, mergeIntervals } from '#shared/domain/intervals.ts'
import { halfHourStarts, slotLengths } from '#shared/domain/slots.ts'

type Slots = Pick<CallOutput<typeof schedules.ofPerson>, 'slots' | 'bookings'>

const halfHour = slotLengths[0] * 60_000

/**
 * The next times at which somebody can be booked: what is left of their slots, which are wall-clock times in a zone,
 * without half hours that are taken or have begun. Half hours are counted from a slot's start, as the picker counts
 * them: a taken time can end within one.
 */
export function freeTimes(
  { slots, bookings }: Slots,
  { zone, now, count }: { zone: string; now: number; count: number },
): Interval[] {
  const offered = slots.map(({ date, start_time: start, end_time: end }) =>
    realTimeOf(date, { start, end }, zone),
  )
  const busy = bookings.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  const free = offered
    .flatMap(halfHourStarts)
    .filter(start => start >= now)
    .map(start => ({ start, end: start + halfHour }))
  const isTaken = ({ start, end }: Interval) => busy.some(taken => taken.start < end && taken.end > start)
  return mergeIntervals(free.filter(one => !isTaken(one))).slice(0, count)
}
