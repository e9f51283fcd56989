import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { ChatConversations } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import { endAlert } from './alerts.ts'
import { tellPerson } from './live.ts'
import { unblocked } from './queries.ts'

type Row = {
  read_to: number
  last_seq: number
  was_read_to: number
  was_alerted: boolean
  alerted: boolean
  other_id: string
  state: ChatConversations['state']
  unblocked: boolean
}

/**
 * Stores how far a person has read, and tells the other if they have answered each other and there is no block. It
 * never goes back.
 */
export async function readTo(
  deps: Pick<Deps, 'db' | 'realtime' | 'jobs'>,
  personId: string,
  id: string,
  seq: number,
): Promise<{ read_to: number; unread: number }> {
  // A mark can arrive late: what came after it is still unread, and becomes or stays an alert.
  const readAll = sql<boolean>`greatest(members.read_to, ${seq}) >= members.last_seq`
  return deps.db.transaction().execute(async trx => {
    const { rows } = await sql<Row>`
      update chat.members
      set read_to = greatest(read_to, least(${seq}, members.last_seq)),
        alert_at = case when ${readAll} then null else alert_at end, alerted = alerted and not ${readAll}
      from chat.conversations
      where conversation_id = ${id} and person_id = ${personId} and conversations.id = conversation_id
      returning members.read_to, members.last_seq, old.read_to as was_read_to, old.alerted as was_alerted,
        members.alerted, other_id,
        conversations.state, ${unblocked} as unblocked`.execute(trx)
    const row = rows[0]
    if (!row) throw problem('not_found', 'We couldn’t find that conversation.')
    const { read_to, last_seq, other_id } = row
    const visible = row.state === 'open' && row.unblocked
    if (read_to > row.was_read_to) tellRead(trx, deps, personId, visible ? other_id : null, id, read_to)
    if (row.was_alerted && !row.alerted) await endAlert(trx, deps, personId, id)
    return { read_to, unread: last_seq - read_to }
  })
}

/** Tells a person's own windows how far they have read, and those of the other person if they may know it. */
export function tellRead(
  trx: Trx,
  deps: Pick<Deps, 'realtime'>,
  personId: string,
  otherId: string | null,
  id: string,
  read_to: number,
): void {
  const read = { conversation_id: id, read_to }
  tellPerson(trx, deps, personId, 'read', { ...read, mine: true })
  if (otherId) tellPerson(trx, deps, otherId, 'read', { ...read, mine: false })
}
