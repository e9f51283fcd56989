import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { nextBookingsQuery } from './queries.ts'
import type { Run } from './slot-queries.ts'

/** A time of the tutor that the person holds unpaid, or only `run`: among the tiles it is gray like any taken one. */
export function OwnHold({ tutor, zone, run }: { tutor: string; zone: string; run?: Run }) {
  const { data: coming } = useQuery(nextBookingsQuery)
  const held = coming?.find(
    ({ status, role, admin_username, is_session, starts_on, ends_on }) =>
      status === 'held' &&
      role === 'student' &&
      admin_username === tutor &&
      !is_session &&
      (!run || (starts_on === run.start && ends_on === run.end)),
  )
  if (!held) return null
  const { id, starts_on, ends_on } = held
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-10 bg-lamp-wash px-4 py-3 text-14 text-lamp-ink">
      <p className="min-w-0 flex-1 basis-52">
        You’re holding {shortDayText(starts_on, zone)}, {timesText(starts_on, ends_on, zone)}, but you haven’t
        paid yet.
      </p>
      <Link to="/booking/$id" params={{ id }} className={buttonClass({ size: 'sm' })}>
        Pay or give up
      </Link>
    </div>
  )
}
