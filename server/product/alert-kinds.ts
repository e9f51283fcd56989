import type * as z from 'zod/mini'
import { accountKinds } from './account/account-alert-kinds.ts'
import { knowKinds } from './alerts/kind.ts'
import { messageKinds } from './alerts/message-alert-kinds.ts'
import { reminderKinds } from './alerts/reminder-alert-kinds.ts'
import { studyKinds } from './alerts/study-alert-kinds.ts'
import { decisionKinds } from './audit/decision-alert-kinds.ts'
import { bookingKinds } from './bookings/booking-alert-kinds.ts'
import { enrolmentKinds } from './enrolments/enrolment-alert-kinds.ts'
import { followKinds } from './follows/follow-alert-kinds.ts'
import { payoutKinds } from './payouts/payout-alert-kinds.ts'
import { problemKinds } from './problems/problem-alert-kinds.ts'
import { sessionKinds } from './sessions/session-alert-kinds.ts'

/** Every alert kind of every noun, with its words. */
export const kinds = {
  ...bookingKinds,
  ...sessionKinds,
  ...enrolmentKinds,
  ...reminderKinds,
  ...problemKinds,
  ...payoutKinds,
  ...followKinds,
  ...messageKinds,
  ...decisionKinds,
  ...accountKinds,
  ...studyKinds,
}
export type KindName = keyof typeof kinds
export type FactsOf<K extends KindName> = z.output<(typeof kinds)[K]['facts']>

export const knownKinds = knowKinds(kinds)
