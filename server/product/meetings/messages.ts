import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type MeetingMessage, messagesOnEntering } from '#shared/api/meeting-events.ts'
import { pictureUrl } from '../people/picture-url.ts'
import type { Seat } from './seats.ts'

type Row = Omit<MeetingMessage, 'profile_image' | 'sent_on'> & {
  picture_id: string | null
  sent_at: Temporal.Instant
}

/** Stores a message written beside the call; a repeat of the same id does nothing. */
export async function keepMessage(
  db: Database,
  { roomId, personId }: Seat,
  { id, text }: { id: string; text: string },
  now: Temporal.Instant,
): Promise<MeetingMessage> {
  await sql`
    insert into meeting_messages (id, room_id, author_id, text, sent_at)
    values (${id}, ${roomId}, ${personId}, ${text}, ${now}) on conflict (id) do nothing`.execute(db)
  const { rows } = await sql<Row>`
    select meeting_messages.id, author_id as person_id, name, username, picture_id, text, sent_at
    from meeting_messages join users on users.id = author_id
    where meeting_messages.id = ${id} and room_id = ${roomId} and author_id = ${personId}`.execute(db)
  if (!rows[0]) throw problem('conflict', 'There is another message of this name.')
  return messageOf(rows[0])
}

/** The last messages of a meeting, oldest first. */
export async function lastMessages(db: Database, roomId: string): Promise<MeetingMessage[]> {
  const { rows } = await sql<Row>`
    select meeting_messages.id, author_id as person_id, name, username, picture_id, text, sent_at
    from meeting_messages join users on users.id = author_id
    where room_id = ${roomId} order by place desc limit ${sql.lit(messagesOnEntering)}`.execute(db)
  return rows.reverse().map(messageOf)
}

function messageOf({ picture_id, sent_at, ...row }: Row): MeetingMessage {
  return { ...row, profile_image: pictureUrl(picture_id), sent_on: isoTime(sent_at) }
}
