import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { type ProblemFacts, problemKinds } from './problem-alert-kinds.ts'

type ProblemNews = keyof typeof problemKinds extends `problem_${infer News}` ? News : never

/** The refund of a decision, in cents, and the reason. */
type Decision = {
  cents: number
  priceCents: number
  before?: ProblemFacts['before']
  /** What the tutor will earn from a meeting that isn't over; null if it was canceled. */
  toEarn?: number | null
  answer: string
}

/** Tells one of a booking's people about its problem. The student's words are never included. */
export async function tellOfProblem(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  news: ProblemNews,
  readerId: string,
  decision?: Decision,
): Promise<void> {
  const teaching = readerId === booking.tutor_id
  const facts: ProblemFacts = {
    booking_id: booking.id,
    other_id: teaching ? booking.student_id : booking.tutor_id,
    teaching,
    refund: decision && decision.cents > 0 ? formatDollars(decision.cents) : null,
    taken: decision && decision.priceCents > 0 ? formatDollars(decision.priceCents) : null,
    before: decision?.before,
    to_earn: decision?.toEarn == null ? decision?.toEarn : formatDollars(decision.toEarn),
    place: booking.kind === 'place',
    answer: decision?.answer ?? null,
  }
  await tell(trx, deps, readerId, { kind: problemKinds[`problem_${news}`], facts })
}
