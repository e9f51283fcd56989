import { sql } from 'kysely'

/**
 * For a row of `enrolments` and one of `occurrences` of its session: whether the enrollment gives access to that meeting and
 * its records. Whoever enrolled after its end, or left, has access only if they attended.
 */
export const enrolledInTime = sql<boolean>`enrolments.created_at < occurrences.ends_at`
