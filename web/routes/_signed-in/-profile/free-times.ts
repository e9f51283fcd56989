import type { CallOutput } from '#shared/api/contract.ts'
import type { schedules } from '#shared/api/schedules.ts'
import { type Interval, mergeIntervals } from '#shared/domain/intervals.ts'
import { halfHourStarts, slotLengths } from '#shared/domain/slots.ts'

type Slots = Pick<CallOutput<typeof schedules.ofPerson>, 'slots' | 'bookings'>

const halfHour = slotLengths[0] * 60_000

/**
 * The next times at which somebody can be booked: what is left of their slots without half hours that are taken or have
 * begun. Half hours are counted from a slot's start, as the picker counts them: a taken time can end within one.
 */
export function freeTimes(
  { slots, bookings }: Slots,
  { now, count }: { now: number; count: number },
): Interval[] {
  const busy = bookings.map(intervalOf)
  const free = slots
    .map(intervalOf)
    .flatMap(halfHourStarts)
    .filter(start => start >= now)
    .map(start => ({ start, end: start + halfHour }))
  const isTaken = ({ start, end }: Interval) => busy.some(taken => taken.start < end && taken.end > start)
  return mergeIntervals(free.filter(one => !isTaken(one))).slice(0, count)
}

function intervalOf({ start, end }: { start: string; end: string }): Interval {
  return { start: Date.parse(start), end: Date.parse(end) }
}
