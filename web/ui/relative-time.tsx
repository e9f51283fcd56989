import { relativeTime } from '#web/lib/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText, zoneLetters } from '#web/lib/zoned-time.ts'

/** How long ago, with the exact moment in its title. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const zone = useViewerZone()
  const now = useNow()
  return (
    <time
      dateTime={date}
      title={`${momentText(date, zone)} ${zoneLetters(zone, date)}`}
      className={className}
    >
      {relativeTime(new Date(date), now, zone)}
    </time>
  )
}
