import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { deletedEmail, deletedName } from '../people/deleted-person.ts'
import type { ExportList } from '../people/export-list.ts'

export const supportMessageList: ExportList = {
  file: 'support-messages.json',
  about: 'what you wrote to support',
  query: userId => sql`
    select name, email, category, message, created_at from support_messages
    where user_id = ${userId} order by id`,
}

/**
 * Their messages stay without name and address. A visitor who wrote with the same address is the same person,
 * or pretends to be.
 */
export async function forgetSupportMessages(trx: Trx, userId: string): Promise<void> {
  await sql`update support_messages set user_id = null, client_id = null, name = ${deletedName}, email = ${deletedEmail(userId)}
    where user_id = ${userId} or email = (select email from users where id = ${userId} and email_verified)`.execute(
    trx,
  )
}
