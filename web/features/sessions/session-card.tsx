import { Link } from '@tanstack/react-router'
import { MapPin, Repeat, UsersRound, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { leafOf, lettersAfter, shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { CrnChips } from './crn-chips.tsx'
import { placeText, priceText, repeatDaysIn, repeatText, studentsText, whenForOwner } from './words.ts'

/** A session in a grid: its next time, or its last one. */
export function SessionCard({ session, zone }: { session: Session; zone: string }) {
  const { id, title, description, starts_at, ends_at, upcoming, repeat, location, rate } = session
  const over = upcoming.length === 0
  const live = upcoming.some(({ action }) => action === 'join' || action === 'start')
  const forOwner = whenForOwner(session, session, zone)
  return (
    <article
      aria-labelledby={`session-${id}`}
      className={cx(
        'relative flex min-w-0 flex-col rounded-10 border border-line transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised',
        over ? 'bg-sunken' : 'bg-sheet',
      )}
    >
      <div className="flex gap-3.5 p-4 pb-3">
        <DayLeaf {...leafOf(starts_at, zone)} live={live} />
        <div className="min-w-0 flex-1">
          <h3 id={`session-${id}`} className="line-clamp-2 text-18 wrap-anywhere" title={title} dir="auto">
            <Link
              to="/sessions/$id"
              params={{ id }}
              className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
            >
              {title}
            </Link>
          </h3>
          <p className="mt-0.5 text-14 text-ink-soft" title={forOwner ?? undefined}>
            <time dateTime={starts_at}>
              <span className="block">{shortDayText(starts_at, zone)}</span>
              <span className="figures text-ink">{timesText(starts_at, ends_at, zone)}</span>
            </time>
            <span className="text-12 text-ink-faint">{lettersAfter(starts_at, ends_at, zone)}</span>
            {forOwner && <span className="sr-only"> ({forOwner})</span>}
          </p>
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-4">
        <p className="line-clamp-2 text-14 wrap-anywhere text-ink-soft" dir="auto">
          {description}
        </p>
        <ul className="flex flex-col gap-1 text-14 text-ink-soft">
          {repeat && (
            <Line icon={<Repeat aria-hidden="true" className="size-4" />}>
              {repeatText(repeatDaysIn(session, zone))}
            </Line>
          )}
          <Line
            icon={
              location === null ? (
                <Video aria-hidden="true" className="size-4" />
              ) : (
                <MapPin aria-hidden="true" className="size-4" />
              )
            }
          >
            {placeText(location) ?? 'Online'}
          </Line>
        </ul>
        <CrnChips crns={session.crns} />
      </div>
      <footer className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 py-2 text-14">
        <span className="flex items-center gap-2 text-ink-soft">
          <UsersRound aria-hidden="true" className="size-4 text-ink-faint" />
          {session.attendees === null ? `Room for ${session.capacity}` : studentsText(session.attendees)}
        </span>
        <span className="flex min-w-0 gap-2">
          {over && <Chip>Over</Chip>}
          <Chip tone={over || rate === null ? 'neutral' : 'accent'}>{priceText(rate)}</Chip>
        </span>
      </footer>
    </article>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <span className="shrink-0 text-ink-faint">{icon}</span>
      <span className="min-w-0 truncate" title={children} dir="auto">
        {children}
      </span>
    </li>
  )
}
