import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { ChatMembers } from '#server/platform/db/types.gen.ts'

/** Unread messages this old become an alert; anyone who is online has seen them by then. */
export const awayMinutes = 3

type Row = {
  conversation_id: string
  person_id: string
  other_id: string
  last_seq: number
  folder: ChatMembers['folder']
  news: boolean
}

const batch = 200

/**
 * Notifies people of unread messages through the product's alerts, where those of a conversation are one while it is unread.
 */
export async function alertUnread({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  for (;;) {
    const told = await db.transaction().execute(async trx => {
      // The message that set `alert_at` is the first that a person wasn't told of.
      const { rows } = await sql<Row>`
        with due as (
          select conversation_id, person_id, exists (
            select from chat.messages where messages.conversation_id = members.conversation_id and seq > read_to
              and sender_id = other_id and deleted_at is null
              and sent_at >= alert_at
                - make_interval(mins => case folder when 'requests' then 0 else ${sql.lit(awayMinutes)} end)
          ) as news
          from chat.members where alert_at <= ${now()}
          order by alert_at limit ${sql.lit(batch)} for update skip locked)
        update chat.members set alert_at = null, alerted = alerted or news
        from due where (members.conversation_id, members.person_id) = (due.conversation_id, due.person_id)
        returning members.conversation_id, members.person_id, other_id, last_seq, folder, news`.execute(trx)
      // Not if all of them were deleted or read meanwhile: it would tell again of old messages.
      for (const { conversation_id, person_id, other_id, last_seq, folder } of rows.filter(one => one.news)) {
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

/** Marks the alert of a conversation's messages as read, since its person has dealt with them. */
export function endAlert(
  trx: Trx,
  { jobs }: Pick<Deps, 'jobs'>,
  personId: string,
  conversationId: string,
): Promise<void> {
  return jobs.enqueue(trx, 'read-messages', `${conversationId}:${personId}`, { personId, conversationId })
}
