import { type RawBuilder, sql } from 'kysely'
import {
  acquaintedStates,
  agreedStates,
  type BookingState,
  expectedStates,
  liveStates,
} from '#shared/domain/booking-states.ts'

/** Lists of states for `state in (…)`, each as shared/domain/booking-states.ts describes it. */
export const inStates = {
  live: listed(liveStates),
  acquainted: listed(acquaintedStates),
  agreed: listed(agreedStates),
  expected: listed(expectedStates),
}

/** Written into the statement, since a parameter would keep PostgreSQL from using its partial indexes. */
function listed(states: readonly BookingState[]): RawBuilder<BookingState> {
  return sql.join(states.map(state => sql.lit(state)))
}
