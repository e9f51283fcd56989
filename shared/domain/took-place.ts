import type { BookingSide } from './booking-states.ts'

const longestSeconds = 5 * 60

/**
 * How long a student and their tutor must be in the call together for a meeting of this length to count: five
 * minutes, or a third of a short one.
 */
export function leastSecondsTogether(lengthSeconds: number): number {
  if (!(lengthSeconds > 0)) throw new RangeError(`A meeting of ${lengthSeconds} seconds`)
  return Math.min(longestSeconds, lengthSeconds / 3)
}

/** The rule of `leastSecondsTogether` in words, for one of the two. If a third isn't a whole number of minutes, it rounds up. */
export function tookPlaceTerms(lengthMinutes: number, side: BookingSide): string {
  const minutes = Math.ceil(leastSecondsTogether(lengthMinutes * 60) / 60)
  const least = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return side === 'student'
    ? `A meeting counts once you and your tutor have been in the call together for at least ${least}. Otherwise, you get a full refund.`
    : `A meeting counts once you and your student have been in the call together for at least ${least}. Otherwise, they get a full refund.`
}
