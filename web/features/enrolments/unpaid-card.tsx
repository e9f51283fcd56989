import { Link } from '@tanstack/react-router'
import type { UnpaidOccurrence } from '#shared/api/enrolments.ts'
import { CrnChips } from '#web/features/sessions/crn-chips.tsx'
import { placesLeftText } from '#web/features/sessions/words.ts'
import { leafOf } from '#web/lib/zoned-time.ts'
import { Chip } from '#web/ui/chip.tsx'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { PlaceAction } from './place-action.tsx'
import { PlaceLine } from './place-line.tsx'
import { SessionWhen } from './session-when.tsx'
import { TeacherLine } from './teacher-line.tsx'
import { cutText } from './words.ts'

/** An unpaid occurrence of one of the person's sessions. */
export function UnpaidCard({
  session,
  occurrence,
  zone,
}: Omit<UnpaidOccurrence, 'session_id' | 'ends_on'> & { zone: string }) {
  const { id, title, description, repeat, crns, capacity } = session
  return (
    <article
      aria-labelledby={`unpaid-${occurrence.id}`}
      className="flex min-w-0 flex-col rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
    >
      <div className="flex gap-3.5 p-4 pb-3">
        <DayLeaf {...leafOf(occurrence.starts_at, zone)} live={false} />
        <div className="min-w-0 flex-1">
          <h3
            id={`unpaid-${occurrence.id}`}
            className="line-clamp-2 text-18 wrap-anywhere"
            title={title}
            dir="auto"
          >
            <Link to="/sessions/$id" params={{ id }} className="hover:underline hover:decoration-1">
              {cutText(title, 50)}
            </Link>
          </h3>
          <SessionWhen session={session} time={occurrence} zone={zone} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-4">
        <p>
          <Chip tone="accent">{repeat ? 'Repeated Session' : 'One-time Session'}</Chip>
        </p>
        <p className="text-14 wrap-anywhere text-ink-soft" dir="auto">
          {cutText(description, 100)}
        </p>
        <TeacherLine teacher={session.admin_profile} />
        <PlaceLine location={session.location} />
        <CrnChips crns={crns} />
      </div>
      <footer className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line px-4 py-2">
        <span className="text-12 text-ink-faint">
          {occurrence.action === 'resume'
            ? 'Held for you, not paid'
            : placesLeftText(capacity, occurrence.taken ?? 0)}
        </span>
        <PlaceAction session={session} occurrence={occurrence} zone={zone} />
      </footer>
    </article>
  )
}
