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

/** Makes the mail of a kind of alert and its facts, or null for kinds it doesn't know. */
export type AlertWriter = (deps: Deps, kind: string, facts: unknown) => Promise<WriteMail | null>

/** Says how alerts are mailed: by the first that knows their kind. Those that none knows aren't mailed. */
export function defineAlertMails(deps: Deps, writers: AlertWriter[]): void {
  const { jobs, db, mail } = deps
  const write = async (kind: string, facts: unknown) => {
    for (const writer of writers) {
      const written = await writer(deps, kind, facts)
      if (written) return written
    }
    return null
  }
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
