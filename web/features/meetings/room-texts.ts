import type { Booking } from '#shared/api/bookings.ts'
import { notOpenYet, overAlready } from '#shared/api/meetings.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { counted } from '#shared/domain/counted.ts'
import { otherOf } from '#web/features/bookings/booking-facts.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'

const minute = 60_000

/** Before a call, while the server doesn’t answer. */
export const lostText = 'You lost your connection. We’ll reconnect you as soon as we can.'

/** The time until a meeting starts, or ends. */
export function untilText({ starts_on, ends_on }: { starts_on: string; ends_on: string }, now: Date): string {
  const [start, end] = [Date.parse(starts_on) - now.getTime(), Date.parse(ends_on) - now.getTime()]
  if (start > 0) return `Starts in ${minutesText(start)}`
  return end > 0 ? `Ends in ${minutesText(end)}` : 'Time’s up'
}

/** Why a meeting is closed. */
export function closedText(booking: Booking, now: Date, zone: string): { title: string; text: string } {
  const { status, starts_on, ends_on } = booking
  const other = otherOf(booking).name
  if (status === 'cancelled') {
    return {
      title: 'This meeting was canceled',
      text: 'See your meetings for any refund.',
    }
  }
  if (status === 'expired') {
    return { title: 'There’s no meeting', text: 'Your hold expired.' }
  }
  if (status === 'declined' || status === 'lapsed') {
    return { title: 'There’s no meeting', text: 'The request for this time wasn’t accepted.' }
  }
  if (status === 'completed' || status === 'missed' || now.getTime() >= Date.parse(ends_on)) {
    return overText(ends_on, zone)
  }
  if (status === 'held') {
    return { title: 'There’s no meeting yet', text: 'You haven’t paid for it yet.' }
  }
  if (status === 'requested') {
    return booking.role === 'tutor'
      ? { title: 'There’s no meeting yet', text: `${other} is waiting for your answer.` }
      : { title: 'There’s no meeting yet', text: `${other} hasn’t answered your request.` }
  }
  return notOpenText(starts_on, now, zone)
}

/** Why somebody can't come into the meeting of a session: when it opens or ended, or else the server's words. */
export function refusedText(
  { starts_on, ends_on }: { starts_on: string; ends_on: string },
  refusal: string,
  now: Date,
  zone: string,
): { title: string; text: string } {
  if (refusal === overAlready) return overText(ends_on, zone)
  if (refusal === notOpenYet) return notOpenText(starts_on, now, zone)
  return { title: 'You can’t join this meeting', text: refusal }
}

function overText(ends_on: string, zone: string): { title: string; text: string } {
  return { title: 'This meeting is over', text: `It ended at ${timeText(ends_on, zone)}.` }
}

function notOpenText(starts_on: string, now: Date, zone: string): { title: string; text: string } {
  const opens = Date.parse(starts_on) - opensMinutesBefore * minute
  return {
    title: 'Not open yet',
    text:
      `The meeting opens at ${timeText(opens, zone)} on ${shortDayText(opens, zone, now.getTime())}, ` +
      `${opensMinutesBefore} minutes before it starts. Stay on this page and we’ll let you in.`,
  }
}

/** "8 minutes", "1 hour 5 minutes", "3 days". */
function minutesText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / minute)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return counted(minutes, 'minute', 'minutes')
  if (hours >= 48) return counted(Math.floor(hours / 24), 'day', 'days')
  return rest === 0
    ? counted(hours, 'hour', 'hours')
    : `${counted(hours, 'hour', 'hours')} ${counted(rest, 'minute', 'minutes')}`
}
