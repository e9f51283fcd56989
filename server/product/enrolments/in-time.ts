import { sql } from 'kysely'

/**
 * Of a row of `enrolments` and one of `occurrences` of its session: whether being enrolled gives a right to that meeting and to what is
 * left of it. Who enrolled after its end has none, unless they were there.
 */
export const enrolledInTime = sql<boolean>`(enrolments.created_at < occurrences.ends_at or exists (
  select from attendances
  where attendances.occurrence_id = occurrences.id and attendances.person_id = enrolments.person_id))`
