import {
  findOverlap,
  findOverlapOfDay,
  isTime,
  type MinuteRange,
  minutesOf,
  type Schedule,
  sortRanges,
  type TimeRange,
  timeOfMinute,
  type Weekday,
  weekdays,
} from './schedule.ts'
import { slotLengths } from './slots.ts'

const minutesOfDay = 24 * 60
const minutesOfWeek = 7 * minutesOfDay

/** The two editors: the dialog accepts ranges across midnight, the full page only those that end by then. */
export type Editor = 'modal' | 'page'

/** The editors' messages. */
export const scheduleTexts = {
  incomplete: 'Please select both start and end times',
  backwards: 'End time must be after start time',
  short: `A time slot must be at least ${slotLengths[0]} minutes long`,
  nothingToCopy: 'No time slots to copy',
  overlap: {
    modal: 'Overlap detected. Please choose a different time range.',
    page: 'Time slot overlaps with existing schedule',
  },
} as const

/** The error for adding a range to a weekday, in the editor's words; null if it is fine. */
export function checkRange(
  schedule: Schedule,
  day: Weekday,
  range: TimeRange,
  editor: Editor,
): string | null {
  const wrong = checkTimes(range, editor)
  if (wrong) return wrong
  return findOverlap(addRange(schedule, day, range)) ? scheduleTexts.overlap[editor] : null
}

/** The error for adding a range to the exceptions of one date. */
export function checkDayRange(ranges: readonly TimeRange[], range: TimeRange, editor: Editor): string | null {
  const wrong = checkTimes(range, editor)
  if (wrong) return wrong
  return findOverlapOfDay([...ranges, range]) ? scheduleTexts.overlap[editor] : null
}

/** The error for giving every day the ranges of one; its nights may overlap its own mornings. */
export function checkCopy(schedule: Schedule, day: Weekday): string | null {
  if (schedule[day].length === 0) return scheduleTexts.nothingToCopy
  return findOverlap(copyToAllDays(schedule, day)) ? scheduleTexts.overlap.page : null
}

/** The schedule with one more range, in order. */
export function addRange(schedule: Schedule, day: Weekday, range: TimeRange): Schedule {
  return { ...schedule, [day]: sortRanges([...schedule[day], range]) }
}

/** The schedule without a range. */
export function removeRange(schedule: Schedule, day: Weekday, range: TimeRange): Schedule {
  const kept = schedule[day].filter(({ start, end }) => start !== range.start || end !== range.end)
  return { ...schedule, [day]: kept }
}

/** Every day's list replaced with one day's. */
export function copyToAllDays(schedule: Schedule, day: Weekday): Schedule {
  return Object.fromEntries(weekdays.map(each => [each, schedule[day]])) as Schedule
}

/**
 * The schedule with a stretch of some days made bookable or not. It joins what it touches on the same day; what it covers of other
 * ranges, also of a night that began the day before, goes. Never overlaps.
 */
export function paintHours(
  schedule: Schedule,
  days: readonly Weekday[],
  { start, end }: MinuteRange,
  bookable: boolean,
): Schedule {
  return days.reduce((painted, day) => paintDay(painted, day, { start, end }, bookable), schedule)
}

function paintDay(schedule: Schedule, day: Weekday, stretch: MinuteRange, bookable: boolean): Schedule {
  const midnight = weekdays.indexOf(day) * minutesOfDay
  const from = midnight + stretch.start
  const to = midnight + stretch.end
  let joined = { start: from, end: to }
  const pieces: MinuteRange[] = []
  for (const piece of weekdays.flatMap((each, index) => schedule[each].map(range => inWeek(index, range)))) {
    for (const left of withoutStretch(piece, from, to)) {
      const whole = { start: Math.min(left.start, joined.start), end: Math.max(left.end, joined.end) }
      const touches = left.end === joined.start || left.start === joined.end
      const sameDay = Math.floor(left.start / minutesOfDay) === Math.floor(from / minutesOfDay)
      if (bookable && touches && sameDay && whole.end - whole.start <= minutesOfDay) joined = whole
      else pieces.push(left)
    }
  }
  if (bookable) pieces.push(joined)
  const next: Record<Weekday, TimeRange[]> = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  for (const piece of pieces) {
    const index = Math.floor((piece.start + minutesOfWeek) / minutesOfDay) % 7
    next[weekdays[index]!].push({ start: timeOfMinute(piece.start), end: timeOfMinute(piece.end) })
  }
  for (const each of weekdays) next[each] = sortRanges(next[each])
  return next
}

/** In minutes since the week's first midnight. */
function inWeek(index: number, range: TimeRange): MinuteRange {
  const { start, end } = minutesOf(range)
  return { start: index * minutesOfDay + start, end: index * minutesOfDay + end }
}

/** What is left of a range. A range that passes midnight on Sunday continues at the start of the week. */
function withoutStretch(piece: MinuteRange, from: number, to: number): MinuteRange[] {
  let left = [piece]
  for (const shift of [0, minutesOfWeek]) {
    left = left.flatMap(({ start, end }) =>
      [
        { start, end: Math.min(end, from + shift) },
        { start: Math.max(start, to + shift), end },
      ].filter(each => each.start < each.end),
    )
  }
  return left
}

function checkTimes(range: TimeRange, editor: Editor): string | null {
  // A browser's time field is empty until the whole time is typed.
  if (!isTime(range.start) || !isTime(range.end)) return scheduleTexts.incomplete
  const { start, end } = minutesOf(range)
  if (editor === 'page' && end > minutesOfDay) return scheduleTexts.backwards
  return end - start < slotLengths[0] ? scheduleTexts.short : null
}
