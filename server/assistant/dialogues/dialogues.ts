import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type Dialogue, dialogueLimits, dialoguePageSize } from '#shared/api/dialogues.ts'
import type { AssistantDeps } from '../deps.ts'
import { readableBy } from '../documents/readable.ts'

type Row = Omit<Dialogue, 'user_email' | 'created_at' | 'updated_at'> & {
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
}

type Begin = { session_id?: string; post_id: string; session_name?: string; user_email?: string }

/** Begins a dialogue about the document of a post that the person may open. */
export async function createDialogue(
  { db, now }: Pick<AssistantDeps, 'db' | 'now'>,
  login: Login,
  { session_id, post_id, session_name, user_email }: Begin,
): Promise<Dialogue> {
  if (user_email !== undefined) requireOwnEmail(login, user_email)
  const at = now()
  const { rows } = await sql<{ id: string }>`
    insert into assistant.dialogues (id, person_id, post_id, name, created_at, updated_at)
    select coalesce(${session_id ?? null}::uuid, uuidv7()), ${login.userId}, posts.id, left(coalesce(nullif(${session_name ?? ''}, ''), title), ${dialogueLimits.name}), ${at}, ${at}
    from assistant.posts where posts.id = ${post_id} and ${readableBy(login.userId)}
    on conflict (id) do nothing
    returning id`.execute(db)
  const id = rows[0]?.id ?? session_id
  const dialogue = id ? await findDialogue(db, login, id) : null
  if (!dialogue) throw problem('not_found', 'We couldn’t find that document. It may have been deleted.')
  return dialogue
}

/** A person's own dialogue, or null. */
export async function findDialogue(db: Database, login: Login, id: string): Promise<Dialogue | null> {
  const { rows } = await sql<Row>`${cards(login)} and dialogues.id = ${id}`.execute(db)
  return rows[0] ? dialogueFor(rows[0], login) : null
}

/** A person's own dialogues, the last used first. */
export async function listDialogues(
  db: Database,
  login: Login,
  postId: string | null,
  cursor: string | undefined,
): Promise<{ sessions: Dialogue[]; next_cursor: string | null }> {
  const { rows } = await sql<Row>`${cards(login)}
    ${postId ? sql`and dialogues.post_id = ${postId}` : sql``}
    and ${afterTimeCursor(cursor, sql`(updated_at, dialogues.id)`, 'desc')}
    order by updated_at desc, dialogues.id desc limit ${sql.lit(dialoguePageSize)}`.execute(db)
  const last = rows.length === dialoguePageSize ? rows.at(-1) : undefined
  return {
    sessions: rows.map(row => dialogueFor(row, login)),
    next_cursor: last ? timeCursor(last.updated_at, last.session_id) : null,
  }
}

/** Renames a person's own dialogue; does nothing if they have none with this id. */
export async function renameDialogue(
  db: Database,
  personId: string,
  id: string,
  name: string,
): Promise<void> {
  await sql`update assistant.dialogues set name = ${name} where id = ${id} and person_id = ${personId}`.execute(
    db,
  )
}

/** Deletes a person's own dialogue; false if there is none. */
export async function removeDialogue(db: Database, personId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from assistant.dialogues where id = ${id} and person_id = ${personId} returning id`.execute(db)
  return rows.length > 0
}

function cards({ userId }: Login) {
  return sql`
    select dialogues.id as session_id, dialogues.name as session_name, dialogues.post_id, posts.title as post_title,
      dialogues.created_at, dialogues.updated_at
    from assistant.dialogues
      left join assistant.posts on posts.id = dialogues.post_id and ${readableBy(userId)}
    where person_id = ${userId}`
}

function dialogueFor(row: Row, { email }: Login): Dialogue {
  return {
    session_id: row.session_id,
    session_name: row.session_name,
    user_email: email,
    post_id: row.post_id,
    post_title: row.post_title,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}
