import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { removeAttachments } from './attachments/remove.ts'
import { tellPerson } from './conversations/live.ts'

type ForgetDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'realtime'>

const job = 'forget-in-chat'

/** Forgets a person who has closed their account; the product enqueues this. */
export function defineForgetting(deps: ForgetDeps): void {
  deps.jobs.define<{ userId: string }>(job, { run: ({ userId }) => forgetPerson(deps, userId) })
}

const batch = 1_000

/**
 * Deletes everything a person wrote and sent, for both people of each conversation. The other person's
 * messages stay, and so do the places of the deleted ones.
 */
async function forgetPerson(deps: ForgetDeps, personId: string): Promise<void> {
  const { db, jobs, now } = deps
  await db
    .transaction()
    .execute(trx => removeAttachments(trx, { jobs }, `all of ${personId}`, sql`owner_id = ${personId}`))
  for (let more = true; more; ) {
    const { rows } = await sql`
      update chat.messages set text = null, deleted_at = ${now()}
      where (conversation_id, seq) in (
        select conversation_id, seq from chat.messages where sender_id = ${personId} and deleted_at is null
        limit ${sql.lit(batch)})
      returning 1`.execute(db)
    more = rows.length === batch
  }
  await tellOthers(deps, personId)
}

/** So many events at once leave room for others in the queue of those on their way. */
const toldAtOnce = 200

/** Lets the windows of all others who talked with a person fetch their conversations again. */
async function tellOthers({ db, realtime }: ForgetDeps, personId: string): Promise<void> {
  for (let after: string | undefined, more = true; more; ) {
    const { rows } = await sql<{ conversation_id: string; other_id: string }>`
      select conversation_id, other_id from chat.members
      where person_id = ${personId} and last_seq > 0 ${after ? sql`and conversation_id > ${after}` : sql``}
      order by conversation_id limit ${sql.lit(toldAtOnce)}`.execute(db)
    for (const { conversation_id, other_id } of rows)
      tellPerson(db, { realtime }, other_id, 'conversation', { conversation_id })
    after = rows.at(-1)?.conversation_id
    more = rows.length === toldAtOnce
  }
}
