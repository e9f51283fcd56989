import type { RefundReason } from './refund.ts'

/** Why money went back, as its two people and the operators read it. */
export const refundReasons: Record<RefundReason, string> = {
  declined: 'The tutor declined',
  lapsed: 'The request lapsed unanswered',
  missed: 'The meeting didn’t take place',
  cancelled: 'The booking was cancelled',
  late: 'The payment came too late',
  shortened: 'The session was made shorter',
  problem: 'A problem with the meeting was reported',
  operator: 'Given by the people who run Ignite',
  provider: 'Given at the payment provider',
}
