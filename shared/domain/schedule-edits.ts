import {
  findOverlap,
  findOverlapOfDay,
  isTime,
  minutesOf,
  type Schedule,
  sortRanges,
  type TimeRange,
  type Weekday,
  weekdays,
} from './schedule.ts'

/** The two editors: the dialog takes ranges that span midnight, the full page doesn’t. */
export type Editor = 'modal' | 'page'

/** What the editors say. */
export const scheduleTexts = {
  incomplete: 'Please select both start and end times',
  backwards: 'End time must be after start time',
  nothingToCopy: 'No time slots to copy',
  overlap: {
    modal: 'Overlap detected. Please choose a different time range.',
    page: 'Time slot overlaps with existing schedule',
  },
} as const

/** What stands against adding a range to a weekday, in the editor's words; null where nothing does. */
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

/** What stands against adding a range to the other hours of one date. */
export function checkDayRange(ranges: readonly TimeRange[], range: TimeRange, editor: Editor): string | null {
  const wrong = checkTimes(range, editor)
  if (wrong) return wrong
  return findOverlapOfDay([...ranges, range]) ? scheduleTexts.overlap[editor] : null
}

/** What stands against giving every day the ranges of one; its nights may meet its own mornings. */
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

function checkTimes(range: TimeRange, editor: Editor): string | null {
  // A browser's time field is empty until the whole time stands in it.
  if (!isTime(range.start) || !isTime(range.end)) return scheduleTexts.incomplete
  const spansMidnight = minutesOf(range).end >= 24 * 60
  return editor === 'page' && spansMidnight ? scheduleTexts.backwards : null
}
