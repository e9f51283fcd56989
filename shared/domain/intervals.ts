/** A stretch of real time in milliseconds since the epoch, including its start but not its end. */
export type Interval = { start: number; end: number }

/** When it starts and ends. */
export function instantsOf({ start, end }: Interval): { start: Temporal.Instant; end: Temporal.Instant } {
  return {
    start: Temporal.Instant.fromEpochMilliseconds(start),
    end: Temporal.Instant.fromEpochMilliseconds(end),
  }
}

/** The same time as sorted intervals that neither overlap nor touch, without empty ones. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
  const merged: Interval[] = []
  for (const { start, end } of sorted) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/**
 * Subtracts the busy intervals. The others must be sorted and disjoint; the busy ones may come in any order.
 */
export function subtract(intervals: readonly Interval[], busy: readonly Interval[]): Interval[] {
  const taken = mergeIntervals(busy)
  const free: Interval[] = []
  let next = 0
  for (const { start, end } of intervals) {
    while (next < taken.length && taken[next]!.end <= start) next++
    let from = start
    for (let n = next; n < taken.length && taken[n]!.start < end; n++) {
      if (taken[n]!.start > from) free.push({ start: from, end: taken[n]!.start })
      from = taken[n]!.end
    }
    if (from < end) free.push({ start: from, end })
  }
  return free
}
