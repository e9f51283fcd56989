import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Message } from '#shared/api/messages.ts'
import { removeAttachments } from '../attachments/remove.ts'
import { messageFor } from '../conversations/message-rows.ts'
import { lockMembership } from '../conversations/queries.ts'
import { findMessage, tellBoth } from './send-message.ts'

/**
 * Deletes the person's own message for both people: its words and files go, and its place stays. Deleting it
 * twice is fine.
 */
export async function removeMessage(
  deps: Pick<Deps, 'db' | 'realtime' | 'jobs' | 'now'>,
  personId: string,
  conversationId: string,
  seq: number,
): Promise<Message> {
  return deps.db.transaction().execute(async trx => {
    const conversation = await lockMembership(trx, personId, conversationId)
    const { rows } = await sql`
      update chat.messages set text = null, deleted_at = coalesce(deleted_at, ${deps.now()}::timestamptz)
      where conversation_id = ${conversationId} and seq = ${seq} and sender_id = ${personId}
      returning seq`.execute(trx)
    if (rows.length === 0) throw problem('not_found', 'We couldn’t find that message.')
    await removeAttachments(
      trx,
      deps,
      `${conversationId}:${seq}`,
      sql`conversation_id = ${conversationId} and seq = ${seq}`,
    )
    const message = (await findMessage(trx, conversationId, sql`messages.seq = ${seq}`))!
    tellBoth(trx, deps, conversation, personId, message)
    return messageFor(personId, message)
  })
}
