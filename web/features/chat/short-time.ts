import { dayText, shortDayText, timeText } from '#web/lib/zoned-time.ts'

/** Short enough for a list: the time for today, otherwise the day. */
export function shortTime(moment: string, now: Date, zone: string): string {
  if (dayText(moment, zone) === dayText(now.getTime(), zone)) return timeText(moment, zone)
  const [, date = ''] = shortDayText(moment, zone).split(', ')
  return date
}
