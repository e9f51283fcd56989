import { Link } from '@tanstack/react-router'
import type { Booking } from '#shared/api/bookings.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { minutesOf, otherOf } from './booking-facts.ts'
import { dollarsText, hasFee, ownAmount } from './dollars-text.ts'
import { FeeLines, Line, TotalLine, WhenLines } from './order-lines.tsx'

const link = 'underline decoration-line-strong underline-offset-3 hover:decoration-current'

/** A booking as an order: what, when, who and how much. This is what is printed. */
export function BookingLines({ booking, zone }: { booking: Booking; zone: string }) {
  const { starts_on: start, ends_on: end, role } = booking
  const unpaid = booking.status === 'held'
  return (
    <dl className="text-14">
      <Line term={booking.is_session ? 'Session' : booking.post_id ? 'Post' : 'Topic'}>
        <Topic booking={booking} />
      </Line>
      <Line term="Tutor">
        <PersonLink username={booking.admin_username} className={link}>
          <bdi>{booking.admin_name}</bdi>
        </PersonLink>
      </Line>
      <Line term="Student">
        <PersonLink username={booking.joinee_username} className={link}>
          <bdi>{booking.joinee_name}</bdi>
        </PersonLink>
      </Line>
      <WhenLines
        run={{ start, end }}
        zone={zone}
        other={{ role: role === 'student' ? 'tutor' : 'student', zone: otherOf(booking).zone }}
      />
      <Line term="Duration">{minutesOf(booking)} minutes</Line>
      {booking.location !== null && (
        <Line term="Location">
          <span dir="auto">{booking.location}</span>
        </Line>
      )}
      {booking.message && (
        <Line term="Message">
          <span className="whitespace-pre-line" dir="auto">
            {booking.message}
          </span>
        </Line>
      )}
      {booking.booking_remarks && (
        <Line term="Remarks">
          <span className="whitespace-pre-line" dir="auto">
            {booking.booking_remarks}
          </span>
        </Line>
      )}
      {booking.refunded !== null && <Line term="Refund">{dollarsText(booking.refunded)}</Line>}
      {role === 'student' && <FeeLines amount={booking.amount} fee={booking.fee} />}
      {role === 'tutor' && ['requested', 'approved', 'active'].includes(booking.status) && (
        <Line term="You earn">{dollarsText(booking.amount)}, after the meeting</Line>
      )}
      <TotalLine
        term={
          unpaid
            ? 'To pay'
            : booking.money === null
              ? 'Not paid'
              : role === 'student'
                ? 'You paid'
                : paidTerm(booking)
        }
        amount={dollarsText(ownAmount(booking))}
      />
    </dl>
  )
}

/** The topic, as a link while its post exists. */
function Topic({ booking: { topic, post_id, session_id } }: { booking: Booking }) {
  const name = <bdi>{topic}</bdi>
  if (session_id)
    return (
      <Link to="/sessions/$id" params={{ id: session_id }} className={link}>
        {name}
      </Link>
    )
  if (!post_id) return name
  return (
    <Link to="/ignite/$postId" params={{ postId: post_id }} className={link}>
      {name}
    </Link>
  )
}

/** Only the student and the platform deal with the fee. */
function paidTerm({ fee }: Booking): string {
  return hasFee({ fee }) ? 'Your price' : 'Paid'
}
