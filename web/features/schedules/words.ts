import { type MinuteRange, type TimeRange, timeOfMinute, type Weekday } from '#shared/domain/schedule.ts'
import { timeText } from '#web/lib/zoned-time.ts'

export const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** "9:00 AM – 10:30 AM", with a note if the end is a day later. */
export function rangeText({ start, end }: TimeRange): string {
  return `${clockText(start)} – ${clockText(end)}${end <= start ? ' (next day)' : ''}`
}

/** "9:00 AM – 10:30 AM", of minutes of one day. */
export function minutesText({ start, end }: MinuteRange): string {
  return `${clockText(timeOfMinute(start))} – ${clockText(timeOfMinute(end))}`
}

function clockText(time: string): string {
  return timeText(`2000-01-01T${time}:00Z`, 'UTC')
}
