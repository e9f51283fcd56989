import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { joinButton } from '#shared/domain/booking-card.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { canReport, cardFacts, opensAt } from './booking-facts.ts'
import { bookingInCalendar, CalendarMenu } from './calendar-menu.tsx'
import { cancelWords } from './cancel-words.ts'
import { HoldActions } from './hold-actions.tsx'
import { JoinButton } from './join-button.tsx'
import { refreshBookings } from './refresh-bookings.ts'
import { RequestAnswer } from './request-answer.tsx'

const ProblemDialog = lazyDialog(async () => (await import('./problem-dialog.tsx')).ProblemDialog)
const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

type Props = { booking: Booking; now: Temporal.Instant; zone: string }

/** What the viewer can do with a booking in its state. */
export function BookingActions({ booking, now, zone }: Props) {
  const { status, role } = booking
  const join = joinButton(cardFacts(booking), now, zone, role)
  const approved = (status === 'approved' || status === 'active') && !join?.dimmed
  // A tutor declines a request instead of canceling it.
  const unanswered = status === 'requested' && role === 'tutor'
  const again =
    ['expired', 'declined', 'lapsed', 'missed', 'cancelled'].includes(status) && role === 'student'
  if (status === 'held' && role === 'student') return <HoldActions booking={booking} zone={zone} />
  if (unanswered) return <RequestAnswer booking={booking} />
  return (
    <div className="flex flex-wrap items-center gap-2">
      {join?.disabled && !join.dimmed && (
        <p className="w-full text-14 text-ink-soft">{opensAt(booking, zone)}</p>
      )}
      {join && <JoinButton booking={booking} join={join} size="md" />}
      {again && !booking.is_session && !booking.admin_gone && <AnotherTime booking={booking} />}
      {approved && <CalendarMenu {...bookingInCalendar(booking)} labeled />}
      <Link to="/meeting" className={buttonClass()}>
        All meetings
      </Link>
      {booking.cancel_refund !== null && <Cancel booking={booking} zone={zone} />}
      {canReport(booking, now) && <Report booking={booking} zone={zone} />}
    </div>
  )
}

/** Leads to the times of the same tutor, for the same post or course. */
function AnotherTime({ booking: { post_id, course_id, admin_username } }: { booking: Booking }) {
  const look = { className: buttonClass({ variant: 'primary' }), children: 'Choose another time' }
  if (post_id) {
    return <Link to="/ignite/$postId" params={{ postId: post_id }} search={{ book: 'time' }} {...look} />
  }
  // An old server's answer has no `course_id`.
  return course_id == null ? (
    <Link to="/profile/$username" params={{ username: admin_username }} search={{ book: 'time' }} {...look} />
  ) : (
    <Link to="/tutors" search={{ course: course_id, tutor: admin_username, book: 'time' }} {...look} />
  )
}

function Report({ booking, zone }: { booking: Booking; zone: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<'no' | 'asking' | 'closed'>('no')
  return (
    <>
      <Button ref={button} variant="quiet" onClick={() => setAsked('asking')}>
        Report a problem
      </Button>
      {asked !== 'no' && (
        <ProblemDialog
          booking={booking}
          zone={zone}
          open={asked === 'asking'}
          onClose={() => setAsked('closed')}
          finalFocus={() => button.current ?? document.querySelector('main h1')}
        />
      )}
    </>
  )
}

function Cancel({ booking, zone }: { booking: Booking; zone: string }) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<'no' | 'asking' | 'closed'>('no')
  return (
    <>
      <Button ref={button} variant="quiet" onClick={() => setAsked('asking')}>
        {cancelWords(booking).button}
      </Button>
      {asked !== 'no' && (
        <CancelDialog
          booking={booking}
          zone={zone}
          open={asked === 'asking'}
          onClose={() => setAsked('closed')}
          onCancelled={() => {
            setAsked('closed')
            void refreshBookings(queryClient)
          }}
          finalFocus={() => button.current ?? document.querySelector('main h1')}
        />
      )}
    </>
  )
}
