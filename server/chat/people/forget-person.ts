import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { removeAttachments } from '../attachments/remove.ts'

type ForgetDeps = Pick<Deps, 'db' | 'jobs' | 'now'>

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
async function forgetPerson({ db, jobs, now }: ForgetDeps, personId: string): Promise<void> {
  await db
    .transaction()
    .execute(trx => removeAttachments(trx, { jobs }, `all of ${personId}`, sql`owner_id = ${personId}`))
  for (;;) {
    const { rows } = await sql`
      update chat.messages set text = null, deleted_at = ${now()}
      where (conversation_id, seq) in (
        select conversation_id, seq from chat.messages where sender_id = ${personId} and deleted_at is null
        limit ${sql.lit(batch)})
      returning 1`.execute(db)
    if (rows.length < batch) return
  }
}
