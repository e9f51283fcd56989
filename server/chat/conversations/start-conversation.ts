import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { type Address, findOther } from '../people/find-person.ts'
import { beginConversation } from './begin-conversation.ts'

/**
 * The conversation of two people, created if missing; however many start it at once, there is one (security
 *
 */
export async function startConversation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  personId: string,
  address: Address,
): Promise<string> {
  const otherId = await findOther(db, personId, address)
  const at = now()
  return db.transaction().execute(async trx => {
    const [first, second] = [personId, otherId].sort()
    await sql`
      with made as (
        insert into chat.conversations (first_id, second_id, state, started_by, created_at)
        values (${first}, ${second}, 'open', ${personId}, ${at})
        on conflict (first_id, second_id) do nothing
        returning id
      )
      insert into chat.members (conversation_id, person_id, other_id, folder, last_at)
      select id, person_id, other_id, 'inbox', ${at}
      from made, (values (${first}::uuid, ${second}::uuid), (${second}::uuid, ${first}::uuid)) sides (person_id, other_id)`.execute(
      trx,
    )
    const { rows } = await sql<{ id: string; last_seq: number }>`
      select id, last_seq from chat.conversations where first_id = ${first} and second_id = ${second}
      for no key update`.execute(trx)
    const { id, last_seq } = rows[0]!
    if (last_seq === 0) await beginConversation(trx, id, personId, otherId, at)
    return id
  })
}
