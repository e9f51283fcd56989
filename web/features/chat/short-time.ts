import { dayText, shortDateText, timeText } from '#web/lib/zoned-time.ts'

/** Short enough for a list: the time for today, otherwise the day. */
export function shortTime(moment: string, now: Date, zone: string): string {
  const today = dayText(moment, zone) === dayText(now.getTime(), zone)
  return today ? timeText(moment, zone) : shortDateText(moment, zone, now.getTime())
}
