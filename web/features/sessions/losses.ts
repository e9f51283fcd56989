import type { Session } from '#shared/api/sessions.ts'
import { hasBegun } from './has-begun.ts'
import { peopleText } from './words.ts'

type Deleted = Pick<Session, 'rate' | 'repeat' | 'attendees'> & {
  upcoming: Pick<Session['upcoming'][number], 'starts_at'>[]
}

/** What goes with a deleted session. `paid` is how many people paid for a time to come; null until it is known. */
export function lossesOf(
  { upcoming, rate, repeat, attendees }: Deleted,
  paid: number | null,
  now: number,
): string[] {
  const toCome = upcoming.filter(one => !hasBegun(one, now)).length
  return [
    toCome === 0
      ? 'The session permanently disappears from your profile.'
      : repeat
        ? 'All upcoming dates are permanently canceled.'
        : 'It’s permanently canceled.',
    toCome < upcoming.length && 'The meeting in progress goes on until it ends.',
    toCome > 0 &&
      attendees !== null &&
      attendees > 0 &&
      `Enrolled: ${peopleText(attendees)}. We’ll let them know.`,
    toCome > 0 && rate !== null && paid === null && 'Anyone who already paid gets a full refund.',
    paid !== null && paid > 0 && `Already paid: ${peopleText(paid)}. They’ll get a full refund.`,
  ].filter(loss => typeof loss === 'string')
}
