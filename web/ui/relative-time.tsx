import { zoneLetters } from '#shared/domain/zone-letters.ts'
import { relativeTime, timeAgo } from '#web/lib/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText } from '#web/lib/zoned-time.ts'

type Props = {
  date: string
  /** Whether it can be still to come. */
  ahead?: boolean
  className?: string
}

/** How long ago, with the exact moment in its title. */
export function RelativeTime({ date, ahead = false, className }: Props) {
  const zone = useViewerZone()
  const now = useNow()
  return (
    <time
      dateTime={date}
      title={`${momentText(date, zone)} ${zoneLetters(zone, date)}`}
      className={className}
    >
      {(ahead ? relativeTime : timeAgo)(new Date(date), now, zone)}
    </time>
  )
}
