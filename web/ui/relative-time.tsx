import { relativeTime } from '#web/lib/relative-time.ts'

/** Creating one takes longer than drawing a card. */
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** How long ago, with the exact moment in its title. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const exact = exactly.format(new Date(date))
  return (
    <time dateTime={date} title={exact} className={className}>
      {relativeTime(new Date(date), new Date())}
    </time>
  )
}
