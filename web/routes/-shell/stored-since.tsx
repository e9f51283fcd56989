import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'

/** How old what is shown is: "at 3:14 PM", with the day where that was another. */
export function StoredSince({ moment }: { moment: number }) {
  const zone = deviceTimeZone()
  const day = shortDayText(moment, zone)
  const time = `at ${timeText(moment, zone)}`
  return `Last updated ${day === shortDayText(Date.now(), zone) ? time : `on ${day} ${time}`}.`
}
