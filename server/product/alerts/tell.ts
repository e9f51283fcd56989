import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'

const job = 'alert-mail'

/** What a mail says, made when it is sent: in the reader's own zone, and with nothing that has changed since. */
export type WriteMail = (reader: { name: string; zone: string }) => { subject: string; text: string }

type Alert<F> = { kind: string; facts: F }

/**
 * Lets a person know: a row for their alerts, and a mail by a job, both of the caller's transaction. The alert's id names
 * the mail, so that a mailbox which got it before a crash shows it once.
 */
export async function tell<F extends object>(
  trx: Trx,
  { jobs, now }: Deps,
  userId: string,
  { kind, facts }: Alert<F>,
): Promise<void> {
  const alert = await trx
    .insertInto('alerts')
    .values({
      user_id: userId,
      kind,
      facts: JSON.stringify(facts),
      created_at: new Date(now().epochMilliseconds),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(trx, job, alert.id, { alertId: alert.id })
}

/** Says how alerts are mailed: `write` makes the mail of a kind and its facts, or null for kinds that aren't mailed. */
export function defineAlertMails(
  { jobs, db, mail }: Deps,
  write: (kind: string, facts: unknown) => Promise<WriteMail | null>,
): void {
  jobs.define<{ alertId: string }>(job, {
    async run({ alertId }) {
      const { rows } = await sql<{ kind: string; facts: unknown; name: string; email: string; zone: string }>`
        select alerts.kind, alerts.facts, users.name, users.email,
          coalesce(users.time_zone, schedules.time_zone, 'UTC') as zone
        from alerts join users on users.id = alerts.user_id left join schedules on schedules.user_id = users.id
        where alerts.id = ${alertId} and users.deleted_at is null`.execute(db)
      const alert = rows[0]
      const writeMail = alert && (await write(alert.kind, alert.facts))
      if (alert && writeMail)
        await mail.send({ id: `alert-${alertId}`, to: alert.email, ...writeMail(alert) })
    },
  })
}
