import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { type Message, messageLimits } from '#shared/api/messages.ts'
import { awayMinutes, endAlert } from '../conversations/alerts.ts'
import { openConversation } from '../conversations/answer-request.ts'
import { beginConversation } from '../conversations/begin-conversation.ts'
import { tellPerson } from '../conversations/live.ts'
import { type MessageRow, messageFor, selectMessages } from '../conversations/message-rows.ts'
import { lockMembership, type Membership } from '../conversations/queries.ts'
import { tellRead } from '../conversations/read-to.ts'

type Draft = {
  client_id: string
  text?: string | undefined
  reply_to?: number | null | undefined
  attachment_ids: string[]
}

/**
 * Sends a message. It takes the conversation’s next place under the lock of its row, so that places have no
 * gaps and follow the commit order; sent again with its `client_id`, it returns the existing message.
 */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'realtime' | 'jobs' | 'now'>,
  personId: string,
  conversationId: string,
  draft: Draft,
): Promise<Message> {
  if (!draft.text && draft.attachment_ids.length === 0)
    throw invalidField('body.text', 'Write something, or add a file.')
  return deps.db.transaction().execute(async trx => {
    const conversation = await lockMembership(trx, personId, conversationId)
    const sent = await findMessage(
      trx,
      conversationId,
      sql`messages.sender_id = ${personId} and messages.client_id = ${draft.client_id}`,
    )
    if (sent) return messageFor(personId, sent)
    if (!conversation.can_write)
      throw problem('conversation_closed', 'You can’t send messages in this conversation anymore.')
    const state = await beginOrOpen(trx, deps, conversation, personId, draft)
    const message = await store(trx, deps, { ...conversation, state }, personId, draft)
    tellBoth(trx, deps, { ...conversation, state }, personId, message)
    return messageFor(personId, message)
  })
}

/**
 * Makes the conversation ready for a message: begins it, or opens it with an answer. Returns its state then; refuses
 * what a sender without an answer may not send.
 */
async function beginOrOpen(
  trx: Trx,
  deps: Pick<Deps, 'realtime' | 'now' | 'jobs'>,
  conversation: Membership,
  personId: string,
  draft: Draft,
): Promise<Membership['state']> {
  if (conversation.last_seq === 0) {
    const state = await beginConversation(trx, conversation.id, personId, conversation.other_id, deps.now())
    if (state === 'request') refuseFiles(draft)
    return state
  }
  if (conversation.state === 'open') return 'open'
  // Also one whose request was declined.
  if (conversation.started_by !== personId || conversation.freed) {
    await openConversation(trx, deps, conversation, personId)
    return 'open'
  }
  refuseFiles(draft)
  // Until the other person answers, all messages are the sender's.
  if (conversation.last_seq >= messageLimits.unanswered)
    throw problem('request_pending', 'Wait for an answer before you send more messages.')
  return conversation.state
}

function refuseFiles({ attachment_ids }: Draft): void {
  if (attachment_ids.length > 0)
    throw problem('request_pending', 'You can send files once they answer your message.')
}

async function store(
  trx: Trx,
  deps: Pick<Deps, 'now' | 'jobs' | 'realtime'>,
  { id, last_seq, other_id, state }: Membership,
  personId: string,
  { client_id, text, reply_to, attachment_ids }: Draft,
): Promise<MessageRow> {
  if (reply_to && reply_to > last_seq)
    throw invalidField('body.reply_to', 'We couldn’t find the message you’re replying to.')
  const seq = last_seq + 1
  const at = deps.now()
  const alertAt = state === 'open' ? at.add({ minutes: awayMinutes }) : at
  const { rows } = await sql<{ person_id: string; was_alerted: boolean; was_read_to: number }>`
    with stored as (
      insert into chat.messages (conversation_id, seq, sender_id, client_id, text, reply_to, sent_at)
      values (${id}, ${seq}, ${personId}, ${client_id}, ${text || null}, ${reply_to || null}, ${at})
    ), counted as (
      update chat.conversations set last_seq = ${seq} where id = ${id}
    )
    update chat.members set last_seq = ${seq}, last_at = ${at},
      read_to = case when person_id = ${personId} then ${seq} else read_to end,
      alert_at = case when person_id = ${personId} then null
        when muted then alert_at else coalesce(alert_at, ${alertAt}::timestamptz) end,
      alerted = alerted and person_id <> ${personId}
    where conversation_id = ${id} and folder <> 'declined'
    returning members.person_id, old.alerted as was_alerted, old.read_to as was_read_to`.execute(trx)
  // Whoever answers has read what came before.
  const sender = rows.find(one => one.person_id === personId)
  if (sender?.was_alerted) await endAlert(trx, deps, personId, id)
  if (sender && sender.was_read_to < last_seq)
    tellRead(trx, deps, personId, state === 'open' ? other_id : null, id, seq)
  await attach(trx, id, seq, personId, attachment_ids)
  return (await findMessage(trx, id, sql`messages.seq = ${seq}`))!
}

/** Attaches files to a message; each file goes with one message. */
async function attach(
  trx: Trx,
  conversationId: string,
  seq: number,
  personId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql`
    update chat.attachments set seq = ${seq}, place = listed.place
    from unnest(${ids}::uuid[]) with ordinality listed (id, place)
    where attachments.id = listed.id and conversation_id = ${conversationId} and owner_id = ${personId}
      and object_key is not null and seq is null
    returning attachments.id`.execute(trx)
  if (rows.length !== ids.length)
    throw invalidField('body.attachment_ids', 'One of your files is missing. Add it again.')
}

/**
 * The message of a conversation that fits a condition, whoever asks: the caller has checked that they may.
 */
export async function findMessage(
  trx: Trx,
  conversationId: string,
  which: ReturnType<typeof sql>,
): Promise<MessageRow | undefined> {
  const { rows } = await selectMessages(
    sql`where messages.conversation_id = ${conversationId} and ${which}`,
  ).execute(trx)
  return rows[0]
}

/** Sends a new or changed message to both people’s windows, but not to a person who declined the request. */
export function tellBoth(
  trx: Trx,
  deps: Pick<Deps, 'realtime'>,
  { id, other_id, state }: Membership,
  personId: string,
  message: MessageRow,
): void {
  for (const told of state === 'declined' ? [personId] : [personId, other_id]) {
    tellPerson(trx, deps, told, 'message', { conversation_id: id, message: messageFor(told, message) })
  }
}
