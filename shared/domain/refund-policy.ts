import type { BookingSide } from './booking-states.ts'

/** How much of a paid amount a cancellation refunds, in percent. Frozen into each booking. */
export type RefundPolicy = {
  tutorCancels: number
  /**
   * For a student who cancels at least this many hours before the start; beyond the list there is no refund.
   */
  studentCancels: readonly { hoursBefore: number; percent: number }[]
}

/**
 * The policy of new bookings, once accepted: everything if the tutor cancels, or the student does so 12 hours
 * ahead; half after that.
 */
export const refundPolicy: RefundPolicy = {
  tutorCancels: 100,
  studentCancels: [
    { hoursBefore: 12, percent: 100 },
    { hoursBefore: 0, percent: 50 },
  ],
}

type Cancellation = { policy: RefundPolicy; by: BookingSide; start: Temporal.Instant; now: Temporal.Instant }

const hour = 60 * 60 * 1000

/** The cents to refund if a side cancels now. Half a cent rounds up, in the student's favor. */
export function refundOf(paidCents: number, { policy, by, start, now }: Cancellation): number {
  if (!Number.isSafeInteger(paidCents) || paidCents < 0) {
    throw new RangeError(`${paidCents} can't be refunded`)
  }
  const percent = by === 'tutor' ? policy.tutorCancels : studentPercent(policy, start, now)
  const hundredths = paidCents * percent + 50
  return (hundredths - (hundredths % 100)) / 100
}

/**
 * The policy in the words shown to a side before paying, answering and canceling. Until its tutor accepts, a slot
 * is refunded in full, whatever the policy. A place counts as accepted once it is paid.
 */
export function refundTerms(policy: RefundPolicy, side: BookingSide, answer: 'open' | 'accepted'): string {
  const tutorCancels = share(policy.tutorCancels)
  const studentCancels = studentTerms(policy)
  if (side === 'tutor') {
    return answer === 'accepted'
      ? `If you cancel, the student gets ${tutorCancels}. If they cancel, they get ${studentCancels}.`
      : `If you decline or don’t answer before the start, the student gets a full refund. If you cancel, they get ${tutorCancels}. If they cancel, they get a full refund until you accept. After that, they get ${studentCancels}.`
  }
  return answer === 'accepted'
    ? `If the tutor cancels, you get ${tutorCancels}. If you cancel, you get ${studentCancels}.`
    : `If the tutor cancels, you get ${tutorCancels}. If you cancel, you get a full refund until they accept. After that, you get ${studentCancels}.`
}

/** The same for a place that its tutor moved: whatever the policy, it is refunded in full. */
export function movedTerms(side: BookingSide): string {
  return side === 'tutor'
    ? 'You changed this session after the student paid. If either of you cancels before it starts, they get a full refund.'
    : 'The tutor changed this session after you paid. If either of you cancels before it starts, you get a full refund.'
}

/** What a student who cancels an accepted booking gets back, by when they do. */
export function studentTerms({ studentCancels }: RefundPolicy): string {
  return byNotice(studentCancels)
    .map(({ hoursBefore, percent }) =>
      hoursBefore > 0
        ? `${share(percent)} until ${hoursBefore} hours before the start`
        : `${share(percent)} until the start`,
    )
    .join(', then ')
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
  if (percent === 100) return 'a full refund'
  return percent === 50 ? 'half' : percent === 0 ? 'nothing' : `${percent}%`
}
