import { Link } from '@tanstack/react-router'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Tiles } from './slot-queries.ts'

/** A time of the tutor that the person holds unpaid: among the tiles it is gray like any taken one. */
export function OwnHold({ hold, zone }: { hold: Tiles['holds'][number] | undefined; zone: string }) {
  if (!hold) return null
  const { booking_id: id, start, end } = hold
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-lamp-wash px-4 py-3 text-14 text-lamp-ink">
      <p className="min-w-0 flex-1 basis-52">
        You’re holding {shortDayText(start, zone)}, {timesText(start, end, zone)}, but you haven’t paid yet.
      </p>
      <Link to="/booking/$id" params={{ id }} className={buttonClass({ size: 'sm' })}>
        Pay or give it up
      </Link>
    </div>
  )
}
