import type { Booking } from '#shared/api/bookings.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { shortMomentText } from '#web/lib/zoned-time.ts'

/** That its tutor moved or changed a place, and what the student can do about it; null once nobody can cancel it. */
export function movedText(
  { role, moved_from, starts_on, cancel_refund, admin_name }: Booking,
  zone: string,
): string | null {
  if (!moved_from || cancel_refund === null) return null
  const [from, to] = [moved_from, starts_on].map(time => shortMomentText(time, zone))
  const who = role === 'tutor' ? 'You' : firstNameOf(admin_name)
  const what = from === to ? `${who} changed this session.` : `${who} moved it from ${from}.`
  return role === 'tutor' ? what : `${what} If you can’t make it, we’ll refund you in full.`
}
