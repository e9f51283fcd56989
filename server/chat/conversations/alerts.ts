import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/** Unread messages this old become an alert; anyone who is online has seen them by then. */
export const awayMinutes = 3

type Row = { conversation_id: string; person_id: string; other_id: string; last_seq: number; folder: string }

const batch = 200

/**
 * Notifies people of unread messages through the product's alerts: once per conversation, until they read it.
 */
export async function alertUnread({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  for (;;) {
    const told = await db.transaction().execute(async trx => {
      const { rows } = await sql<Row>`
        update chat.members set alert_at = null, alerted = true
        where (conversation_id, person_id) in (
          select conversation_id, person_id from chat.members where alert_at <= ${now()}
          order by alert_at limit ${sql.lit(batch)} for update skip locked)
        returning conversation_id, person_id, other_id, last_seq, folder`.execute(trx)
      for (const { conversation_id, person_id, other_id, last_seq, folder } of rows) {
        const messageId = `${conversation_id}:${last_seq}`
        await jobs.enqueue(trx, 'tell-message', messageId, {
          toId: person_id,
          fromId: other_id,
          conversationId: conversation_id,
          messageId,
          request: folder === 'requests',
        })
      }
      return rows.length
    })
    if (told < batch) return
  }
}
