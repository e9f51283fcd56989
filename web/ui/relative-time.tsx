import { relativeTime } from '#web/lib/relative-time.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText, zoneLetters } from '#web/lib/zoned-time.ts'

/** How long ago, with the exact moment in its title. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const zone = useViewerZone()
  return (
    <time
      dateTime={date}
      title={`${momentText(date, zone)} ${zoneLetters(zone, date)}`}
      className={className}
    >
      {relativeTime(new Date(date), new Date(), zone)}
    </time>
  )
}
