import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { joinButton, stateText } from '#shared/domain/booking-card.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { onSiteText } from '#shared/domain/on-site.ts'
import { CalendarMenu, occurrenceInCalendar } from '#web/features/bookings/calendar-menu.tsx'
import { JoinButton } from '#web/features/bookings/join-button.tsx'
import { hasCall } from '#web/features/sessions/has-call.ts'
import { leafOf, shortMomentText, timeText } from '#web/lib/zoned-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayLeaf } from '#web/ui/day-leaf.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PlaceLine } from './place-line.tsx'
import { SessionWhen } from './session-when.tsx'
import { TeacherLine } from './teacher-line.tsx'
import { cutText, peopleText } from './words.ts'

const LeaveDialog = lazyDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

type Props = { meeting: SessionMeeting; now: Temporal.Instant; zone: string }

/** An occurrence, for its teacher or for someone with a place in it. */
export function SessionMeetingCard({ meeting, now, zone }: Props) {
  const { session, occurrence, role, readable } = meeting
  const title = cutText(session.title, 50)
  const facts = factsOf(meeting)
  const over = Temporal.Instant.compare(now, facts.end) >= 0
  // As a booking's card: what is completed or missed says so itself.
  const dimmed = over && (facts.state === 'approved' || facts.state === 'active')
  const live = occurrence.action === 'join' || occurrence.action === 'start'
  return (
    <article
      aria-labelledby={`meeting-${occurrence.id}`}
      className={cx(
        'flex min-w-0 flex-col rounded-10 border border-line transition-[border-color,box-shadow]',
        dimmed ? 'bg-sunken' : 'bg-sheet hover:border-line-strong hover:shadow-raised',
      )}
    >
      <div className="flex gap-3.5 p-4 pb-3">
        <DayLeaf {...leafOf(occurrence.starts_at, zone)} live={live} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
            <h3
              id={`meeting-${occurrence.id}`}
              className={cx(
                'line-clamp-2 max-w-full flex-1 basis-24 text-18 wrap-anywhere',
                dimmed && 'text-ink-soft',
              )}
              title={session.title}
              dir="auto"
            >
              {readable ? (
                <Link
                  to="/sessions/$id"
                  params={{ id: session.id }}
                  className="hover:underline hover:decoration-1"
                >
                  {title}
                </Link>
              ) : (
                title
              )}
            </h3>
            <StateChip meeting={meeting} now={now} zone={zone} />
          </div>
          <SessionWhen session={session} time={occurrence} zone={zone} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-4">
        {role === 'student' && <TeacherLine teacher={session.admin_profile} />}
        {role === 'teacher' && <Expected meeting={meeting} over={over} />}
        <PlaceLine location={session.location} />
        {session.location !== null && session.rate !== null && !over && (
          <p className="text-12 text-ink-faint">{onSiteText(role === 'teacher' ? 'tutor' : 'student')}</p>
        )}
        {role === 'student' && !over && occurrence.moved_from && (
          <Moved meeting={meeting} now={now} zone={zone} />
        )}
      </div>
      <Footer meeting={meeting} now={now} zone={zone} />
    </article>
  )
}

/** The button that enters the meeting of an occurrence, as for a booking; null if it has no call. */
export function meetingJoin(meeting: SessionMeeting, now: Temporal.Instant, zone: string) {
  if (!hasCall(meeting.occurrence)) return null
  return joinButton(factsOf(meeting), now, zone, meeting.role === 'teacher' ? 'tutor' : 'student')
}

function Expected({ meeting, over }: { meeting: SessionMeeting; over: boolean }) {
  const { session, occurrence, expected, attended, readable } = meeting
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-soft">
      <UsersRound aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      {peopleText(expected, attended, over, hasCall(occurrence))}
      {readable && (
        <Link
          to="/sessions/$id"
          params={{ id: session.id }}
          search={{ show: 'enrolled' }}
          className="font-medium text-accent hover:underline coarse:py-3"
        >
          Students
        </Link>
      )}
    </p>
  )
}

/** The old and the new time, or that the place is new, and how to leave. */
function Moved({
  meeting: { session, occurrence, leave_until },
  now,
  zone,
}: {
  meeting: SessionMeeting
  now: Temporal.Instant
  zone: string
}) {
  const [leaving, setLeaving] = useState<'no' | 'open' | 'closed'>('no')
  const canLeave =
    occurrence.booking_id !== null && leave_until && now.epochMilliseconds < Date.parse(leave_until)
  const [from, to] = [occurrence.moved_from!, occurrence.starts_at].map(time => shortMomentText(time, zone))
  const isSameTime = from === to
  return (
    <div className="rounded-10 bg-caution-wash px-3 py-2.5 text-14">
      <p>
        {isSameTime ? (
          <span className="font-medium text-caution">The tutor changed this session.</span>
        ) : (
          <>
            <span className="font-medium text-caution">Moved</span> from{' '}
            <s className="inline-block text-ink-soft">{from}</s> to{' '}
            <span className="inline-block font-medium">{to}</span>
          </>
        )}
        {canLeave && (
          <span className="block text-ink-soft">If you can’t make it, we’ll refund you in full.</span>
        )}
      </p>
      {canLeave && (
        <>
          <Button size="sm" className="mt-2" aria-haspopup="dialog" onClick={() => setLeaving('open')}>
            Give up your place
          </Button>
          {leaving !== 'no' && (
            <LeaveDialog
              bookingId={occurrence.booking_id!}
              title={session.title}
              moved={isSameTime ? null : { from: from!, to: to! }}
              zone={zone}
              open={leaving === 'open'}
              onClose={() => setLeaving('closed')}
            />
          )}
        </>
      )}
    </div>
  )
}

function Footer({ meeting, now, zone }: Props) {
  const { session, occurrence } = meeting
  const facts = factsOf(meeting)
  const join = meetingJoin(meeting, now, zone)
  const opens = facts.start.subtract({ minutes: opensMinutesBefore }).epochMilliseconds
  const aside: ReactNode = occurrence.booking_id ? (
    <Link
      to="/booking/$id"
      params={{ id: occurrence.booking_id }}
      className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), '-ml-2')}
    >
      Details
    </Link>
  ) : (
    session.rate === null && <span className="text-12 text-ink-faint">Free</span>
  )
  // A paid place's calendar entry is its booking's, which knows about cancellations.
  const calendar = occurrence.booking_id === null && Temporal.Instant.compare(now, facts.end) < 0 && (
    <CalendarMenu {...occurrenceInCalendar(session, occurrence)} />
  )
  if (!join && !aside && !calendar) return null
  return (
    <footer className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        {calendar}
        {aside}
        {join?.disabled && !join.dimmed && (
          <span className="text-12 text-ink-faint">Opens at {timeText(opens, zone)}</span>
        )}
      </span>
      {join && <JoinButton booking={{ id: occurrence.id, topic: session.title }} join={join} />}
    </footer>
  )
}

function StateChip({ meeting, now, zone }: Props) {
  const facts = factsOf(meeting)
  // Without a place, nothing completes it: it would be today's until midnight.
  const passed = meeting.status === null && Temporal.Instant.compare(now, facts.end) >= 0
  const text = passed ? 'Meeting passed' : stateText(facts, now, zone)
  const tones = { completed: 'positive', missed: 'negative' } as const
  const lit = text === 'Today!' || facts.state === 'active'
  const tone =
    facts.state === 'completed' || facts.state === 'missed' ? tones[facts.state] : lit ? 'lamp' : 'neutral'
  return (
    <Chip tone={tone} className="shrink-0">
      <span className="inline-block truncate first-letter:uppercase">{text}</span>
    </Chip>
  )
}

/**
 * The facts that decide a card's words and buttons. Without a place of the viewer's, as teacher or in a free
 * session, it counts as approved.
 */
function factsOf({ occurrence, status }: SessionMeeting) {
  return {
    state: status ?? 'approved',
    start: Temporal.Instant.from(occurrence.starts_at),
    end: Temporal.Instant.from(occurrence.ends_at),
  }
}
