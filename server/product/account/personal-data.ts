import { basename } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { entryPath } from '../files/personal-data.ts'
import { type ExportFiles, type ExportList, exportFilesAtOnce } from '../people/export-list.ts'
import { visibleTo } from '../posts/visible.ts'

// The person's data in the chat and the assistant. The chat forgets people in a job of its own.

export const messageList: ExportList = {
  file: 'messages.json',
  about: 'what you wrote to others; the files are in the folder attachments',
  query: userId => sql`
    select conversation_id, username as to, text, sent_at,
      (select coalesce(json_agg(json_build_object('name', name, 'object_key', object_key) order by place), '[]')
       from readable_files where reader_id = person_id and readable_files.conversation_id = own_messages.conversation_id
         and readable_files.seq = own_messages.seq) as files
    from own_messages join users on users.id = other_id
    where person_id = ${userId} order by conversation_id, seq`,
  read: async (_db, _userId, rows) =>
    rows.map(({ files, ...message }) => ({ ...message, files: (files as SentFile[]).map(sentPath) })),
}

type SentFile = { name: string; object_key: string }

/** The path in the export of a file that a message includes. */
function sentPath({ name, object_key }: SentFile): string {
  // The chat names its objects by random ids.
  return entryPath('attachments', name, basename(object_key).replace(/\..*$/, ''))
}

const ownSentFiles = (userId: RawBuilder<unknown>) => sql`
  own_messages join readable_files using (conversation_id, seq)
  where person_id = ${userId} and reader_id = ${userId}`

/** What a person sent in messages. */
export const sentFiles: ExportFiles = {
  folders: { attachments: 'the files you sent in messages' },
  count: userId => sql`(select count(*) from ${ownSentFiles(userId)})`,
  async after({ db, storage }, userId, key) {
    const { rows } = await sql<SentFile & { sent_at: Temporal.Instant }>`
      select name, object_key, sent_at from ${ownSentFiles(sql`${userId}::uuid`)} and object_key > ${key ?? ''}
      order by object_key limit ${sql.lit(exportFilesAtOnce)}`.execute(db)
    return rows.map(file => ({
      key: file.object_key,
      path: sentPath(file),
      created_at: file.sent_at,
      read: () => storage.get(file.object_key),
    }))
  },
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
