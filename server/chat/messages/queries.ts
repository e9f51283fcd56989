import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { plainWords } from '#server/platform/db/plain-words.ts'
import { parseTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { ChatPerson } from '#shared/api/chat.ts'
import { type Message, messagePageSize } from '#shared/api/messages.ts'
import { type MessageRow, messageFor, selectMessages } from '../conversations/message-rows.ts'
import { canWrite } from '../conversations/queries.ts'
import { chatPerson, type PersonRow, personColumns } from '../people/person-card.ts'

type Position = { before?: number | undefined; after?: number | undefined; around?: number | undefined }

/** The messages of a conversation between two places, in order; the caller has checked access. */
export async function listMessages(
  db: Database,
  personId: string,
  { id, last_seq }: { id: string; last_seq: number },
  position: Position,
  limit: number,
): Promise<{ messages: Message[]; has_older: boolean; has_newer: boolean }> {
  const { first, last } = pageAt(position, limit, last_seq)
  const { rows } = await selectMessages(
    sql`where messages.conversation_id = ${id} and messages.seq between ${first} and ${last} order by messages.seq`,
  ).execute(db)
  return {
    messages: rows.map(row => messageFor(personId, row)),
    has_older: first > 1,
    has_newer: last < last_seq,
  }
}

/** Which messages a page contains. Places have no gaps, so it counts instead of searching. */
function pageAt(
  { before, after, around }: Position,
  limit: number,
  lastSeq: number,
): { first: number; last: number } {
  if ([before, after, around].filter(position => position !== undefined).length > 1)
    throw invalidField('query.before', 'Ask for messages before, after or around one message.')
  if (after !== undefined) {
    const first = Math.min(after, lastSeq) + 1
    return { first, last: Math.min(first + limit - 1, lastSeq) }
  }
  const middle = around !== undefined && Math.min(around, lastSeq) + Math.floor(limit / 2)
  const last = Math.min(middle || (before === undefined ? lastSeq : before - 1), lastSeq)
  return { first: Math.max(last - limit + 1, 1), last }
}

type Found = MessageRow & PersonRow & { sent_at: Temporal.Instant; can_write: boolean }

/**
 * Messages of a person's own conversations that contain all words of a text, the last one perhaps unfinished;
 * the latest first.
 */
export async function searchMessages(
  db: Database,
  personId: string,
  text: string,
  cursor: string | undefined,
): Promise<{ results: { message: Message; person: ChatPerson }[]; next_cursor: string | null }> {
  const words = await plainWords(db, text)
  if (words.length === 0) return { results: [], next_cursor: null }
  // Plain words contain neither quotes nor backslashes (plain_words, 0002).
  const query = words
    .map((word, index) => `'${word.slice(0, 60)}'${index === words.length - 1 ? ':*' : ''}`)
    .join(' & ')
  const start = cursor === undefined ? null : parseCursor(cursor)
  const messages = selectMessages(
    sql`where messages.conversation_id = members.conversation_id and messages.words @@ ${query}::tsquery`,
  )
  const { rows } = await sql<Found>`
    select messages.*, ${personColumns}, ${canWrite} as can_write
    from chat.members
      cross join lateral (${messages}) messages
      join chat.people on people.id = members.other_id
    where members.person_id = ${personId} and members.folder <> 'declined'
      ${
        start
          ? sql`and (messages.sent_at, messages.conversation_id, messages.seq)
              < (${start.at}, ${start.id}, ${start.seq})`
          : sql``
      }
    order by messages.sent_at desc, messages.conversation_id desc, messages.seq desc
    limit ${sql.lit(messagePageSize)}`.execute(db)
  const results = rows.map(row => ({
    message: messageFor(personId, row),
    person: chatPerson(row, { reachable: row.can_write }),
  }))
  const last = rows.length === messagePageSize ? rows.at(-1) : undefined
  return {
    results,
    next_cursor: last ? `${timeCursor(last.sent_at, last.conversation_id)}_${last.seq}` : null,
  }
}

function parseCursor(cursor: string): { at: Temporal.Instant; id: string; seq: number } {
  const [, position, seq] = /^(.+)_(\d{1,9})$/.exec(cursor) ?? []
  if (!position) throw invalidField('query.cursor', 'This isn’t a cursor of this search.')
  return { ...parseTimeCursor(position), seq: Number(seq) }
}
