import type { Database } from '#server/platform/db/database.ts'

/** Remembers that the mail server refuses a person's address for good, unless they have another address by now. */
export async function rememberRefusal(
  db: Database,
  { userId, email, at }: { userId: string; email: string; at: Temporal.Instant },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_refused_at: at })
    .where('id', '=', userId)
    .where('email', '=', email)
    .execute()
}

/** Lets the person's address have mail again, which shows whether it is still refused. */
export async function forgetRefusal(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_refused_at: null }).where('id', '=', userId).execute()
}
