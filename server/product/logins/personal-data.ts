import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const loginList: ExportList = {
  file: 'logins.json',
  about: 'the browsers you are signed in with',
  query: userId => sql`
    select created_at as signed_in_at, updated_at as last_renewed_at, expires_at, user_agent as browser
    from logins where user_id = ${userId} order by created_at`,
}

/** Signs a person out everywhere and forgets how they sign in: next time, they are a newcomer. */
export async function forgetLogins(trx: Trx, userId: string): Promise<void> {
  await sql`delete from logins where user_id = ${userId}`.execute(trx)
  await sql`delete from login_accounts where user_id = ${userId}`.execute(trx)
}
