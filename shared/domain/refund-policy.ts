import type { BookingSide } from './booking-states.ts'

/** What comes back of a paid amount when a booking is cancelled, in percent. Frozen into each booking as it is. */
export type RefundPolicy = {
  tutorCancels: number
  /** For a student who cancels at least so many hours before the start; what isn't listed comes back not at all. */
  studentCancels: readonly { hoursBefore: number; percent: number }[]
}

/** The policy of bookings made now: all when the tutor cancels, and when the student does 12 hours ahead; half after that. */
export const refundPolicy: RefundPolicy = {
  tutorCancels: 100,
  studentCancels: [
    { hoursBefore: 12, percent: 100 },
    { hoursBefore: 0, percent: 50 },
  ],
}

type Cancellation = { policy: RefundPolicy; by: BookingSide; start: Temporal.Instant; now: Temporal.Instant }

const hour = 60 * 60 * 1000

/** Cents that come back when a side cancels now. Half a cent is rounded up, to the student's good. */
export function refundOf(paidCents: number, { policy, by, start, now }: Cancellation): number {
  if (!Number.isSafeInteger(paidCents) || paidCents < 0) {
    throw new RangeError(`${paidCents} can't be refunded`)
  }
  const percent = by === 'tutor' ? policy.tutorCancels : studentPercent(policy, start, now)
  const hundredths = paidCents * percent + 50
  return (hundredths - (hundredths % 100)) / 100
}

/** The policy in the words shown before paying and before cancelling. */
export function refundTerms({ tutorCancels, studentCancels }: RefundPolicy): string {
  const student = byNotice(studentCancels).map(({ hoursBefore, percent }) =>
    hoursBefore > 0
      ? `${share(percent)} until ${hoursBefore} hours before the start`
      : `${share(percent)} until the start`,
  )
  return `If the tutor cancels, you get back ${share(tutorCancels)}. If you cancel, you get back ${student.join(', then ')}.`
}

function studentPercent(policy: RefundPolicy, start: Temporal.Instant, now: Temporal.Instant): number {
  const ahead = start.epochMilliseconds - now.epochMilliseconds
  const step = byNotice(policy.studentCancels).find(({ hoursBefore }) => ahead >= hoursBefore * hour)
  return step?.percent ?? 0
}

function byNotice(steps: RefundPolicy['studentCancels']): RefundPolicy['studentCancels'] {
  return [...steps].sort((a, b) => b.hoursBefore - a.hoursBefore)
}

function share(percent: number): string {
  if (percent === 100) return 'everything'
  return percent === 50 ? 'half' : percent === 0 ? 'nothing' : `${percent} %`
}
