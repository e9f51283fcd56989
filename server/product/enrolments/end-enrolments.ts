import type { Trx } from '#server/platform/db/database.ts'

/** Removes a person who leaves or is suspended from the sessions they are enrolled in or invited to. */
export async function endEnrolments(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('enrolments').where('person_id', '=', personId).execute()
  await trx.deleteFrom('invitations').where('person_id', '=', personId).execute()
}
