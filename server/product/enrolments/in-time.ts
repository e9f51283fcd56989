import { sql } from 'kysely'

/**
 * For a row of `enrolments` and one of `occurrences` of its session: whether the enrollment gives access to
 * that meeting and its records. A person who enrolled after its end has none, unless they attended.
 */
export const enrolledInTime = sql<boolean>`(enrolments.created_at < occurrences.ends_at or exists (
  select from attendances
  where attendances.occurrence_id = occurrences.id and attendances.person_id = enrolments.person_id))`
