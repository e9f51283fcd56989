import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'

/** Replaces a person's list of classes; of two lists sent at once, one stays, whole. */
export async function listClasses(db: Database, userId: string, sectionIds: number[]): Promise<void> {
  const ids = [...new Set(sectionIds)]
  await db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    // Those that stay keep when they were listed.
    const { rows } = await sql<{ known: number }>`
      with
        removed as (delete from classes where user_id = ${userId} and section_id <> all (${ids}::int[])),
        added as (
          insert into classes (user_id, section_id)
          select ${userId}, id from sections where id = any (${ids}::int[])
          on conflict do nothing)
      select count(*)::int as known from sections where id = any (${ids}::int[])`.execute(trx)
    if (rows[0]!.known !== ids.length) {
      throw invalidField('body.section_ids', 'We couldn’t find one of these classes.')
    }
  })
}
