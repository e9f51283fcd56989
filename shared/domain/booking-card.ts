import {
  type BookingFacts,
  type BookingSide,
  type BookingState,
  isOpen,
  opensMinutesBefore,
} from './booking-states.ts'
import { daysUntil } from './calendar-days.ts'

type Booking = Pick<BookingFacts, 'state' | 'start' | 'end'>
export type JoinButton = { label: string; disabled: boolean; dimmed: boolean }

/**
 * The words for a booking's state, by calendar days of the viewer's zone; other states use their own name.
 */
export function stateText({ state, start, end }: Booking, now: Temporal.Instant, zone: string): string {
  if (state === 'requested') return 'Waiting approval'
  if (state !== 'approved') return stateName(state)
  const days = daysUntil(start, now, zone)
  if (days > 0) return days === 1 ? 'In 1 day' : `In ${days} days`
  // A meeting that began before midnight hasn't passed while it lasts.
  return days === 0 || Temporal.Instant.compare(now, end) < 0 ? 'Today!' : 'Meeting passed'
}

/** A state's own name, as all our texts have it. */
export function stateName(state: BookingState): string {
  if (state === 'lapsed') return 'expired'
  return state === 'cancelled' ? 'canceled' : state
}

/**
 * The button that enters a meeting, or null before the day on which it opens, when the card shows only the
 * state. It opens ten minutes before the start, which can be on the day before, and works until the end.
 */
export function joinButton(
  booking: Booking,
  now: Temporal.Instant,
  zone: string,
  role: BookingSide,
): JoinButton | null {
  if (booking.state !== 'approved' && booking.state !== 'active') return null
  if (Temporal.Instant.compare(now, booking.end) >= 0) {
    return { label: role === 'tutor' ? 'Session Ended' : 'Meeting Ended', disabled: true, dimmed: true }
  }
  const opens = booking.start.subtract({ minutes: opensMinutesBefore })
  if (daysUntil(opens, now, zone) > 0) return null
  return {
    label: role === 'tutor' ? 'Start Now' : 'Join Now',
    disabled: !isOpen(booking, now),
    dimmed: false,
  }
}

/** A card's title where there is room: the topic before its first dash, not one within a word as in "one-to-one". */
export function wholeTitle(topic: string): string {
  const [beforeDash = ''] = topic.trim().split(/\s[-–—]\s/, 1)
  return beforeDash.trim()
}

/** A narrow card's title: cut at 19 characters and an ellipsis when over 20. */
export function cardTitle(topic: string): string {
  const title = [...wholeTitle(topic)]
  return title.length > 20 ? `${title.slice(0, 19).join('')}…` : title.join('')
}

/** The topic in the request modal: without the part after its last such dash. */
export function requestTitle(topic: string): string {
  const [, beforeDash = topic] = /^(.+)\s[-–—]\s/s.exec(topic.trim()) ?? []
  return beforeDash.trim()
}

/** A request's message on its chip: its first 20 characters, or words that say there is none. */
export function messageChip(message: string | null): string {
  const characters = [...(message ?? '').trim()]
  if (characters.length === 0) return 'No Message'
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : characters.join('')
}
