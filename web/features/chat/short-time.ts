import { dayText, shortDayText, timeText } from '#web/lib/zoned-time.ts'

/** As short as a list has room for: the time today, else the day. */
export function shortTime(moment: string, now: Date, zone: string): string {
  if (dayText(moment, zone) === dayText(now.getTime(), zone)) return timeText(moment, zone)
  const [, date = ''] = shortDayText(moment, zone).split(', ')
  return date
}
