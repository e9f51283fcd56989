import { relativeTime } from '#web/lib/relative-time.ts'

/** How long ago, with the exact moment in its title. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const exact = new Date(date).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <time dateTime={date} title={exact} className={className}>
      {relativeTime(new Date(date), new Date())}
    </time>
  )
}
