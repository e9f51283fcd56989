import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import { unreadCounted } from '#shared/api/alerts.ts'
import { type Conversation, conversationPageSize } from '#shared/api/conversations.ts'
import { notBlocked } from '../people/not-blocked.ts'
import { chatPerson, type PersonRow, personColumns } from '../people/person-card.ts'
import { type MessageRow, messageFor, selectMessages } from './message-rows.ts'

/** The fields of a conversation that decide what people may do in it. */
export type Membership = {
  id: string
  other_id: string
  state: 'open' | 'request' | 'declined'
  started_by: string
  last_seq: number
  can_write: boolean
  /** Whether the person started it and needs no answer anymore: their next message opens it. */
  freed: boolean
}

/** Whether no block stands between the two of a row of `members`. */
export const unblocked = notBlocked(sql`members.person_id`, sql`members.other_id`)

/**
 * Whether the person of a row of `members` can write to the other, who is `people`: people who left can neither
 * write nor get messages; a call may still have been running when they left.
 */
export const canWrite = sql<boolean>`(people.present
  and exists (select from chat.people self where self.id = members.person_id and self.present)
  and ${unblocked})`

/**
 * Whether the person of a row of `members` needs no answer to the request they made, since the two have met or the
 * other follows them by now; before the first message, any tie will do. It is the same for a declined request as
 * for one that waits, or the person would find out.
 */
const freed = sql<boolean>`(conversations.state <> 'open' and conversations.started_by = members.person_id
  and exists (select from chat.ties
    where ties.person_id = members.other_id and ties.other_id = members.person_id
      and (ties.reopens or conversations.last_seq = 0)))`

const absent = () => problem('not_found', 'We couldn’t find that conversation.')

/** A person's own conversation; any other looks like it doesn't exist. */
export async function findMembership(db: Database, personId: string, id: string): Promise<Membership> {
  return membership(db, personId, id, sql``)
}

/** `findMembership`, with the conversation locked until the transaction ends. */
export async function lockMembership(trx: Trx, personId: string, id: string): Promise<Membership> {
  return membership(trx, personId, id, sql`for no key update of conversations`)
}

async function membership(
  db: Database,
  personId: string,
  id: string,
  lock: RawBuilder<unknown>,
): Promise<Membership> {
  const { rows } = await sql<Membership>`
    select conversations.id, members.other_id, state, started_by, conversations.last_seq, ${canWrite} as can_write,
      ${freed} as freed
    from chat.members
      join chat.conversations on conversations.id = conversation_id
      join chat.people on people.id = other_id
    where conversation_id = ${id} and person_id = ${personId} ${lock}`.execute(db)
  if (!rows[0]) throw absent()
  return rows[0]
}

type Row = PersonRow & {
  id: string
  state: Membership['state']
  started_by: string
  can_write: boolean
  freed: boolean
  unblocked: boolean
  muted: boolean
  last_seq: number
  read_to: number
  other_read_to: number
  last_at: Temporal.Instant
  last_message: MessageRow | null
}

/** Conversations as one person sees them. */
async function select(db: Database, personId: string, where: RawBuilder<unknown>): Promise<Row[]> {
  const last = selectMessages(
    sql`where messages.conversation_id = members.conversation_id and messages.seq = members.last_seq`,
  )
  const { rows } = await sql<Row>`
    select conversations.id, state, started_by, ${canWrite} as can_write, ${freed} as freed, ${unblocked} as unblocked,
      members.muted, members.last_seq, members.read_to, others.read_to as other_read_to, members.last_at, ${personColumns},
      (select to_json(last) from (${last}) last) as last_message
    from chat.members
      join chat.conversations on conversations.id = members.conversation_id
      join chat.members others on others.conversation_id = members.conversation_id and others.person_id = members.other_id
      join chat.people on people.id = members.other_id
    where members.person_id = ${personId} and ${where}`.execute(db)
  return rows
}

function conversationFor(personId: string, row: Row): Conversation {
  const mine = row.started_by === personId
  return {
    id: row.id,
    person: chatPerson(row, { reachable: row.can_write }),
    state: row.state === 'open' || row.freed ? 'open' : mine ? 'requested' : 'request',
    can_write: row.can_write,
    muted: row.muted,
    last_message: row.last_message && messageFor(personId, row.last_message),
    last_seq: row.last_seq,
    unread: row.last_seq - row.read_to,
    read_to: row.read_to,
    other_read_to: row.state === 'open' && row.unblocked ? row.other_read_to : null,
    updated_at: isoTime(row.last_at),
  }
}

/** A conversation as one of its two people sees it; not found for anybody else. */
export async function readConversation(db: Database, personId: string, id: string): Promise<Conversation> {
  const [row] = await select(db, personId, sql`members.conversation_id = ${id}`)
  if (!row) throw absent()
  return conversationFor(personId, row)
}

/**
 * A person's conversations, the latest first. Leaves out requests from people who can't be answered anymore.
 */
export async function listConversations(
  db: Database,
  personId: string,
  folder: 'inbox' | 'requests',
  cursor: string | undefined,
): Promise<{ conversations: Conversation[]; next_cursor: string | null }> {
  const rows = await select(
    db,
    personId,
    sql`members.folder = ${folder} and members.last_seq > 0
      ${folder === 'requests' ? sql`and ${canWrite}` : sql``}
      and ${afterTimeCursor(cursor, sql`(members.last_at, members.conversation_id)`, 'desc')}
      order by members.last_at desc, members.conversation_id desc
      limit ${sql.lit(conversationPageSize)}`,
  )
  const last = rows.at(-1)
  return {
    conversations: rows.map(row => conversationFor(personId, row)),
    next_cursor: last && rows.length === conversationPageSize ? timeCursor(last.last_at, last.id) : null,
  }
}

/**
 * How many of a person's conversations have unread messages, and how many requests wait, each counted up to
 * `unreadCounted`. Muted ones don't count.
 */
export async function countUnread(
  db: Database,
  personId: string,
): Promise<{ conversations: number; requests: number }> {
  const unread = (folder: string, counts: RawBuilder<boolean>) => sql`
    select count(*) from (
      select from chat.members join chat.people on people.id = other_id
      where person_id = ${personId} and members.folder = ${folder} and last_seq > read_to and ${counts}
      limit ${sql.lit(unreadCounted)}) counted`
  const { rows } = await sql<{ conversations: number; requests: number }>`
    select (${unread('inbox', sql`not muted`)}) as conversations, (${unread('requests', canWrite)}) as requests`.execute(
    db,
  )
  return rows[0]!
}

/** Mutes a conversation for one of its people, without the alert that waits, or unmutes it. */
export async function muteConversation(
  db: Database,
  personId: string,
  id: string,
  muted: boolean,
): Promise<void> {
  const { rows } = await sql`
    update chat.members set muted = ${muted}, alert_at = case when ${muted} then null else alert_at end
    where conversation_id = ${id} and person_id = ${personId} returning 1`.execute(db)
  if (rows.length === 0) throw absent()
}
