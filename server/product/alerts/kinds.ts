import * as z from 'zod/mini'
import { accountKinds } from '../account/account-alert-kinds.ts'
import { decisionKinds } from '../audit/decision-alert-kinds.ts'
import { bookingKinds } from '../bookings/booking-alert-kinds.ts'
import { enrolmentKinds } from '../enrolments/enrolment-alert-kinds.ts'
import { followKinds } from '../follows/follow-alert-kinds.ts'
import { payoutKinds } from '../payouts/payout-alert-kinds.ts'
import { problemKinds } from '../problems/problem-alert-kinds.ts'
import { sessionKinds } from '../sessions/session-alert-kinds.ts'
import type { AlertKind } from './kind.ts'
import { messageKinds } from './message-kinds.ts'
import { reminderKinds } from './reminder-kinds.ts'
import { studyKinds } from './study-kinds.ts'

/** Everything that people are told: each noun's kinds, with their words. */
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

const byName: Record<string, AlertKind> = kinds

export const kindNames = Object.keys(kinds)

/** An alert's kind and its facts; null for what this version doesn't know, such as a kind of a later one. */
export function readAlert(kind: string, stored: unknown): { kind: AlertKind; facts: unknown } | null {
  const known = Object.hasOwn(byName, kind) ? byName[kind] : undefined
  const facts = known && z.safeParse(known.facts, stored)
  return facts?.success ? { kind: known!, facts: facts.data } : null
}
