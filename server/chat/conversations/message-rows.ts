import { type RawBuilder, sql } from 'kysely'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Attachment } from '#shared/api/attachments.ts'
import type { Message } from '#shared/api/messages.ts'

/** An answer shows this much of the message it replies to, in code points. */
const quoted = 140

export type MessageRow = {
  conversation_id: string
  seq: number
  client_id: string
  sender_id: string
  text: string | null
  /** Text, since the row came as JSON. */
  sent_at: Temporal.Instant | string
  deleted: boolean
  reply_to: number | null
  reply_sender: string | null
  reply_text: string | null
  reply_deleted: boolean | null
  attachments: Attachment[]
}

/**
 * A message with its files and the message it answers, read by one query; `where` filters rows of `messages`.
 */
export function selectMessages(where: RawBuilder<unknown>): RawBuilder<MessageRow> {
  return sql<MessageRow>`
    select messages.conversation_id, messages.seq, messages.client_id, messages.sender_id, messages.text,
      messages.sent_at, messages.deleted_at is not null as deleted, messages.reply_to,
      replied.sender_id as reply_sender, left(replied.text, ${sql.lit(quoted)}) as reply_text,
      replied.deleted_at is not null as reply_deleted,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'type', type, 'size', size) order by place), '[]')
       from chat.attachments carried
       where carried.conversation_id = messages.conversation_id and carried.seq = messages.seq) as attachments
    from chat.messages
      left join chat.messages replied
        on replied.conversation_id = messages.conversation_id and replied.seq = messages.reply_to
    ${where}`
}

/** A message as one of the two people sees it. */
export function messageFor(personId: string, row: MessageRow): Message {
  return {
    conversation_id: row.conversation_id,
    seq: row.seq,
    client_id: row.client_id,
    mine: row.sender_id === personId,
    text: row.text ?? '',
    attachments: row.attachments,
    reply_to:
      row.reply_to === null
        ? null
        : {
            seq: row.reply_to,
            mine: row.reply_sender === personId,
            text: row.reply_text ?? '',
            deleted: row.reply_deleted ?? false,
          },
    sent_at: isoTime(Temporal.Instant.from(row.sent_at)),
    deleted: row.deleted,
  }
}
