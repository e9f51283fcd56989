import type { CallOutput } from '#shared/api/contract.ts'
import type { schedules } from '#shared/api/schedules.ts'
import { realTimeOf } from '#shared/domain/availability.ts'
import { type Interval, mergeIntervals, subtract } from '#shared/domain/intervals.ts'
import { slotLengths } from '#shared/domain/slots.ts'

type Slots = Pick<CallOutput<typeof schedules.ofPerson>, 'slots' | 'bookings'>

const shortest = slotLengths[0] * 60_000

/**
 * The next times at which somebody can be booked: their slots as wall-clock times in a zone, without taken or
 * past ones.
 */
export function freeTimes(
  { slots, bookings }: Slots,
  { zone, now, count }: { zone: string; now: number; count: number },
): Interval[] {
  const offered = slots.map(({ date, start_time: start, end_time: end }) =>
    realTimeOf(date, { start, end }, zone),
  )
  const busy = bookings.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  return subtract(mergeIntervals(offered), [...busy, { start: 0, end: now }])
    .filter(({ start, end }) => end - start >= shortest)
    .slice(0, count)
}
