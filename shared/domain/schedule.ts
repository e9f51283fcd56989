export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Wall-clock times 'HH:mm' in the owner's zone. An end that is not after the start lies on the next day. */
export type TimeRange = { start: string; end: string }
export type Schedule = Record<Weekday, readonly TimeRange[]>
/**
 * Exceptions on one date ('YYYY-MM-DD' in the owner's zone); an empty list is a day off. They replace every
 * range that begins on that date.
 */
export type DayException = { date: string; ranges: readonly TimeRange[] }

/** A range as minutes since its day's midnight; the end exceeds 1440 if it is on the next day. */
export type MinuteRange = { start: number; end: number }

const minutesOfDay = 24 * 60
const minutesOfWeek = 7 * minutesOfDay

export const emptySchedule: Schedule = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }

/** Whether text is a wall-clock time from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Parses a range such as '09:00 - 10:30'; null if it is invalid. */
export function parseRange(text: string): TimeRange | null {
  const [start = '', end = '', more] = text.split('-').map(part => part.trim())
  return more === undefined && isTime(start) && isTime(end) ? { start, end } : null
}

/** A range as the calendar calls send it: '09:00 - 10:30'. */
export function formatRange(range: TimeRange): string {
  return `${range.start} - ${range.end}`
}

/** A range in minutes. Throws on an invalid time: callers validate ranges at the input. */
export function minutesOf({ start, end }: TimeRange): MinuteRange {
  const from = minuteOf(start)
  const until = minuteOf(end)
  return { start: from, end: until > from ? until : until + minutesOfDay }
}

function minuteOf(time: string): number {
  if (!isTime(time)) throw new RangeError(`${JSON.stringify(time)} is not a time HH:mm`)
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** '09:30' for minutes since any midnight. */
export function timeOfMinute(minutes: number): string {
  const inDay = minutes % minutesOfDay
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** Ranges in their stored order. 'HH:mm' sorts as text. */
export function sortRanges(ranges: readonly TimeRange[]): TimeRange[] {
  return [...ranges].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/**
 * A range of the week that overlaps another, with the week as a circle: Sunday night can overlap Monday
 * morning.
 */
export function findOverlap(schedule: Schedule): { day: Weekday; range: TimeRange } | null {
  const all = weekdays.flatMap((day, index) =>
    schedule[day].map(range => {
      const { start, end } = minutesOf(range)
      return { day, range, start: index * minutesOfDay + start, end: index * minutesOfDay + end }
    }),
  )
  all.sort((a, b) => a.start - b.start)
  for (const [index, item] of all.entries()) {
    const next = all[index + 1]
    const meets = next ? next.start : all[0]!.start + minutesOfWeek
    if (meets < item.end) {
      const { day, range } = next ?? all[0]!
      return { day, range }
    }
  }
  return null
}

/** A range of one date that overlaps another of the same date. */
export function findOverlapOfDay(ranges: readonly TimeRange[]): TimeRange | null {
  const sorted = sortRanges(ranges)
  return sorted.find((range, n) => n > 0 && minutesOf(range).start < minutesOf(sorted[n - 1]!).end) ?? null
}

type Refused = { problem: 'not_a_range' | 'overlap'; day: Weekday; item: string }

/** Parses the day structure of the calendar calls into a sorted schedule, or returns the invalid item. */
export function parseSchedule(
  days: Partial<Record<Weekday, readonly string[]>>,
): { schedule: Schedule } | Refused {
  const schedule: Record<Weekday, TimeRange[]> = {
    mon: [],
    tue: [],
    wed: [],
    thu: [],
    fri: [],
    sat: [],
    sun: [],
  }
  for (const day of weekdays) {
    for (const item of days[day] ?? []) {
      const range = parseRange(item)
      if (!range) return { problem: 'not_a_range', day, item }
      schedule[day].push(range)
    }
    schedule[day] = sortRanges(schedule[day])
  }
  const overlap = findOverlap(schedule)
  return overlap ? { problem: 'overlap', day: overlap.day, item: formatRange(overlap.range) } : { schedule }
}

/** A schedule in the day structure of the calendar calls. */
export function formatSchedule(schedule: Schedule): Record<Weekday, string[]> {
  const { mon, tue, wed, thu, fri, sat, sun } = schedule
  const texts = (ranges: readonly TimeRange[]) => sortRanges(ranges).map(formatRange)
  return {
    mon: texts(mon),
    tue: texts(tue),
    wed: texts(wed),
    thu: texts(thu),
    fri: texts(fri),
    sat: texts(sat),
    sun: texts(sun),
  }
}
