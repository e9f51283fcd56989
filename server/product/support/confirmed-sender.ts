import { type RawBuilder, sql } from 'kysely'

/**
 * For a row of `support_messages` by its alias, beside that of `users`: whether the address that it was sent with is the account's
 * still, and confirmed. The account may have another one by now, whose confirmation says nothing about this message.
 */
export function isConfirmedSender(message: string): RawBuilder<boolean> {
  return sql`coalesce(users.email_verified and users.email = ${sql.ref(`${message}.email`)}, false)`
}
