import type { RefundReason } from './refund.ts'

/** The reason for a refund, as its two people and the operators read it. */
export const refundReasons: Record<RefundReason, string> = {
  declined: 'The tutor declined',
  lapsed: 'The tutor didn’t answer in time',
  missed: 'The meeting didn’t happen',
  cancelled: 'The booking was canceled',
  late: 'The payment came too late',
  shortened: 'The session was made shorter',
  problem: 'A problem with the meeting was reported',
  operator: 'Refunded by the Ignite team',
  provider: 'Refunded at the payment provider',
}

/** Whether a word, such as the state that a booking changed to, is a reason for a refund. */
export function isRefundReason(word: string): word is RefundReason {
  return Object.hasOwn(refundReasons, word)
}
