import type { Selectable } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { lockPeople } from '../people/lock-people.ts'

export type BookingRow = Selectable<DB['bookings']>

/**
 * A booking's row, locked after its two people until the transaction ends, so that changes run one after the
 * other.
 */
export async function lockBooking(trx: Trx, id: string): Promise<BookingRow | undefined> {
  const people = await trx
    .selectFrom('bookings')
    .select(['tutor_id', 'student_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!people) return undefined
  await lockPeople(trx, [people.tutor_id, people.student_id])
  return trx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
