import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Message } from '#server/platform/mail/mailer.ts'

/**
 * Sends a mail to a person's address, and remembers if the mail server refuses that for good, unless they have another one by now.
 * Throws where another attempt may succeed.
 */
export async function mailPerson(
  { db, mail, now }: Pick<Deps, 'db' | 'mail' | 'now'>,
  userId: string,
  message: Message,
): Promise<void> {
  if ((await mail.send(message)) !== 'no mailbox') return
  await db
    .updateTable('users')
    .set({ email_refused_at: now() })
    .where('id', '=', userId)
    .where('email', '=', message.to)
    .execute()
}

/** Lets the person's address have mail again, which shows whether it is still refused. */
export async function forgetRefusal(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_refused_at: null }).where('id', '=', userId).execute()
}
