import type { CallOutput } from '#shared/api/contract.ts'
import type { schedules } from '#shared/api/schedules.ts'
import { type Interval, mergeIntervals, subtract } from '#shared/domain/intervals.ts'
import { slotLengths } from '#shared/domain/slots.ts'

type Slots = Pick<CallOutput<typeof schedules.ofPerson>, 'slots' | 'bookings'>

const shortest = slotLengths[0] * 60_000

/** The next times at which somebody can be booked: their slots as wall times of a zone, without what is taken or past. */
export function freeTimes(
  { slots, bookings }: Slots,
  { zone, now, count }: { zone: string; now: number; count: number },
): Interval[] {
  const offered = slots.map(({ date, start_time, end_time }) => {
    const day = Temporal.PlainDate.from(date)
    const start = momentOf(day, start_time, zone)
    const end = momentOf(end_time > start_time ? day : day.add({ days: 1 }), end_time, zone)
    return { start, end }
  })
  const busy = bookings.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  return subtract(mergeIntervals(offered), [...busy, { start: 0, end: now }])
    .filter(({ start, end }) => end - start >= shortest)
    .slice(0, count)
}

function momentOf(date: Temporal.PlainDate, time: string, zone: string): number {
  return date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
}
