import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/** Removes a person who leaves or is suspended from the sessions they are enrolled in or invited to. */
export async function endEnrolments(trx: Trx, personId: string): Promise<void> {
  await sql`delete from enrolments where person_id = ${personId}`.execute(trx)
  await sql`delete from invitations where person_id = ${personId}`.execute(trx)
}
