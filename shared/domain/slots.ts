import { type Calendar, expand, type OpenRange } from './availability.ts'
import { nextDays } from './calendar-days.ts'
import { type Interval, mergeIntervals } from './intervals.ts'

/** The available slot lengths in minutes, and how many days ahead, including today. */
export const slotLengths = [30, 60] as const
export type SlotLength = (typeof slotLengths)[number]
export const slotWindowDays = 7

const minute = 60_000

/** A tile of the picker; it shows booked ones, but nobody can select them. */
export type Tile = Interval & { booked: boolean }
/**
 * The rest of an open range on one of the viewer's days: from its first tile's start to its last one's end.
 */
export type Slot = OpenRange & { tiles: Tile[] }
export type SlotDay = { date: string; slots: Slot[] }

/** What slots depend on. `busy`: live bookings and sessions of the tutor and of who books, in any order. */
export type SlotQuestion = {
  calendar: Calendar
  busy: readonly Interval[]
  viewerZone: string
  now: Temporal.Instant
}

/**
 * The slots of the viewer's next days, beginning with today; all bookable ones are in the first seven. Leaves
 * out tiles whose start has passed.
 */
export function slotDays(
  { calendar, busy, viewerZone, now }: SlotQuestion,
  length: SlotLength,
  count = slotWindowDays,
): SlotDay[] {
  const days = nextDays(now, viewerZone, count)
  const from = now.epochMilliseconds
  const until = days.at(-1)!.end
  const taken = mergeIntervals(busy)
  const result: SlotDay[] = days.map(({ date }) => ({ date, slots: [] }))
  const step = length * minute
  let day = 0
  let next = 0
  for (const { start, end, date, range } of expand(calendar, { start: from, end: until })) {
    let slot: Slot | undefined
    const passed = Math.max(0, Math.ceil((from - start) / step))
    for (let at = start + passed * step; at + step <= end && at < until; at += step) {
      while (next < taken.length && taken[next]!.end <= at) next++
      if (at >= days[day]!.end) {
        while (at >= days[day]!.end) day++
        slot = undefined
      }
      if (!slot) {
        slot = { start: at, end: at, date, range, tiles: [] }
        result[day]!.slots.push(slot)
      }
      const booked = next < taken.length && taken[next]!.start < at + step
      slot.tiles.push({ start: at, end: at + step, booked })
      slot.end = at + step
    }
  }
  return result
}

/** The starts of the half hours that an interval holds, counted from its own start. */
export function halfHourStarts({ start, end }: Interval): number[] {
  const step = slotLengths[0] * minute
  return Array.from({ length: Math.floor((end - start) / step) }, (_, n) => start + n * step)
}

/** The starts within a window of all half hours that a calendar offers, whoever looks and whatever is taken. */
export function offeredStarts(calendar: Calendar, window: Interval): number[] {
  return expand(calendar, window).flatMap(range =>
    halfHourStarts(range).filter(at => at >= window.start && at < window.end),
  )
}

export type RunRefusal = 'wrong_length' | 'past' | 'beyond_window' | 'outside_availability' | 'taken'

/** Why a person may not book this time, or null: it must be a run of the same tiles that the picker shows. */
export function checkRun(
  { calendar, busy, viewerZone, now }: SlotQuestion,
  run: Interval,
): RunRefusal | null {
  const step = slotLengths[0] * minute
  const longest = slotLengths[1] * minute
  if (!(run.end > run.start) || (run.end - run.start) % step !== 0) return 'wrong_length'
  if (run.start < now.epochMilliseconds) return 'past'
  // The last tile begins within the window, and can be an hour long.
  const until = nextDays(now, viewerZone, slotWindowDays).at(-1)!.end
  if (run.start >= until || run.end - longest >= until) return 'beyond_window'
  let reached = run.start
  for (const { start, end } of expand(calendar, run)) {
    const offset = reached - start
    if (offset < 0 || offset % step !== 0) return 'outside_availability'
    reached = Math.min(run.end, start + Math.floor((end - start) / step) * step)
    if (reached === run.end) break
    if (reached < end) return 'outside_availability'
  }
  if (reached < run.end) return 'outside_availability'
  return busy.some(({ start, end }) => start < run.end && end > run.start && end > start) ? 'taken' : null
}
