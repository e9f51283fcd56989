import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { inStates } from '../people/booking-states.ts'
import { lockPeople } from '../people/lock-people.ts'

/**
 * Locks a person who leaves or is suspended for update, together with everyone they share a booking with: those get
 * alerts, and two people leaving at once would deadlock. A call that writes for the person waits here, and then sees
 * that they are gone.
 */
export async function lockLeaving(trx: Trx, personId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select case when student_id = ${personId} then tutor_id else student_id end as id from bookings
    where ${personId} in (student_id, tutor_id) and state in (${inStates.live})`.execute(trx)
  const others = rows.map(({ id }) => id)
  await lockPeople(
    trx,
    others.filter(id => id < personId),
  )
  await trx.selectFrom('users').select('id').where('id', '=', personId).forUpdate().executeTakeFirstOrThrow()
  await lockPeople(
    trx,
    others.filter(id => id > personId),
  )
}
