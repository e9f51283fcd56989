import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const blockedPersonList: ExportList = {
  file: 'blocked-people.json',
  about: 'the people you block',
  query: userId => sql`
    select username, blocks.created_at as since from blocks join users on users.id = blocked_id
    where blocker_id = ${userId} order by blocks.created_at`,
}

/** Deletes whom a person blocks, and who blocks them. */
export async function forgetBlocks(trx: Trx, userId: string): Promise<void> {
  await sql`delete from blocks where ${userId} in (blocker_id, blocked_id)`.execute(trx)
}
