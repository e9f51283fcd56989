import { Link } from '@tanstack/react-router'
import type { Invitation } from '#shared/api/invitations.ts'
import { PlaceLine } from '#web/features/enrolments/place-line.tsx'
import { SessionWhen } from '#web/features/enrolments/session-when.tsx'
import { TeacherLine } from '#web/features/enrolments/teacher-line.tsx'
import { cutText } from '#web/features/enrolments/words.ts'
import { isFull } from '#web/features/sessions/is-full.ts'
import { priceText } from '#web/features/sessions/words.ts'
import { leafOf } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { useAccept, useDecline } from './use-answer.ts'

/** An invitation to a session: from whom, to what, when and for how much; with buttons to answer. */
export function InvitationCard({
  invitation,
  zone,
  list,
  onAnswered,
}: {
  invitation: Invitation
  zone: string
  list: boolean
  onAnswered: () => void
}) {
  const { id, session, profile } = invitation
  const accept = useAccept(invitation)
  const decline = useDecline(id)
  const full = isFull(session)
  const answering = accept.isPending || decline.isPending
  return (
    <article
      aria-labelledby={`invitation-${id}`}
      className={cx(
        'flex min-w-0 flex-col rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised',
        list && 'md:flex-row md:items-center',
      )}
    >
      <div className={cx('flex min-w-0 gap-3.5 p-4', list ? 'md:flex-1' : 'pb-3')}>
        <DayLeaf {...leafOf(session.starts_at, zone)} live={false} />
        <div className="min-w-0 flex-1">
          <h3
            id={`invitation-${id}`}
            className="line-clamp-2 text-18 wrap-anywhere"
            title={session.title}
            dir="auto"
          >
            <Link
              to="/sessions/$id"
              params={{ id: session.id }}
              className="hover:underline hover:decoration-1"
            >
              {cutText(session.title, 50)}
            </Link>
          </h3>
          <SessionWhen session={session} time={session} zone={zone} />
          {list && (
            <p className="mt-2 line-clamp-2 text-14 wrap-anywhere text-ink-soft" dir="auto">
              {cutText(session.description, 100)}
            </p>
          )}
        </div>
      </div>
      <div className={cx('flex min-w-0 flex-col gap-3 px-4', list ? 'pb-4 md:w-72 md:py-4' : 'flex-1 pb-4')}>
        {!list && (
          <p className="text-14 wrap-anywhere text-ink-soft" dir="auto">
            {cutText(session.description, 100)}
          </p>
        )}
        <TeacherLine teacher={profile} />
        <PlaceLine location={session.location} />
        <p className="flex flex-wrap gap-2">
          <Chip tone={session.rate === null ? 'neutral' : 'accent'}>{priceText(session.rate)}</Chip>
          {session.repeat && <Chip>Repeated Session</Chip>}
        </p>
      </div>
      <footer
        className={cx(
          'flex min-h-13 items-center justify-end gap-2 border-t border-line px-4 py-2',
          list && 'md:border-0',
        )}
      >
        <Button
          variant="quiet"
          size="sm"
          pending={decline.isPending}
          disabled={answering && !decline.isPending}
          onClick={() => decline.mutate(undefined, { onSuccess: onAnswered })}
        >
          Decline<span className="sr-only"> {session.title}</span>
        </Button>
        <Button
          variant="primary"
          size="sm"
          pending={accept.isPending}
          disabled={full || (answering && !accept.isPending)}
          onClick={() => accept.mutate(undefined, { onSuccess: onAnswered })}
        >
          {full ? 'Full' : 'Accept'}
          <span className="sr-only"> {session.title}</span>
        </Button>
      </footer>
    </article>
  )
}
