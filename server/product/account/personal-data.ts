import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { visibleTo } from '../posts/visible.ts'

// The person's data in the chat and the assistant. The chat forgets people in a job of its own.

export const messageList: ExportList = {
  file: 'messages.json',
  about: 'what you wrote to others',
  query: userId => sql`
    select conversation_id, username as to, text, files, sent_at
    from own_messages join users on users.id = other_id
    where person_id = ${userId} order by conversation_id, seq`,
}

export const dialogueList: ExportList = {
  file: 'dialogues.json',
  about: 'what you asked the assistant, and what it answered',
  query: userId => sql`
    select name, title as about, dialogues.created_at, messages
    from dialogues_of_people dialogues left join posts on posts.id = post_id and ${visibleTo(userId)}
    where person_id = ${userId} order by dialogues.created_at`,
}

/**
 * Deletes a person's chats with the assistant, and how much they used it. The assistant's own function does
 * it, since the product only reads its views.
 */
export async function forgetDialogues(trx: Trx, userId: string): Promise<void> {
  await sql`select forget_dialogues(${userId}::uuid)`.execute(trx)
}
