import { type RawBuilder, sql } from 'kysely'
import { inStates } from '../people/booking-states.ts'

/**
 * Of occurrences, by an array of their ids, everyone with a paid place; in a free meeting everyone enrolled before
 * it is over, and if it is canceled, only where `canceled` says so; and everyone who came, except the owner.
 */
export function peopleAt(
  ids: RawBuilder<unknown>,
  { canceled = false } = {},
): RawBuilder<{ occurrence_id: string; person_id: string }> {
  return sql`
    select occurrence_id, student_id as person_id from bookings
    where occurrence_id = any (${ids}) and bookings.state in (${inStates.expected})
    union
    select occurrences.id, enrolments.person_id
    from occurrences join enrolments
      on enrolments.session_id = occurrences.session_id and enrolments.created_at < occurrences.ends_at
    where occurrences.id = any (${ids}) and free ${canceled ? sql`` : sql`and occurrences.state <> 'cancelled'`}
    union
    select occurrence_id, person_id from attendances
    where occurrence_id = any (${ids})
      and person_id <> (select owner_id from sessions join occurrences on session_id = sessions.id
        where occurrences.id = occurrence_id)`
}
