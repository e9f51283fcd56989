import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { wantedOf } from './choices.ts'
import type { AlertKind } from './kind.ts'
import { mailJob } from './mail.ts'
import { pushAlert } from './push.ts'

type Alert<S extends z.ZodMiniType> = {
  kind: AlertKind<S>
  facts: z.output<S>
  /** Names what caused it, where the same may happen again or be noticed twice: it is told once. */
  cause?: string
}

type TellDeps = Pick<Deps, 'jobs' | 'now' | 'realtime'>

/**
 * Lets a person know, as they want to be told: a row for their alerts, word of it to whatever they have open, and a mail by a
 * job, all of the caller's transaction. The alert's id names the mail, so that a mailbox which got it before a crash shows it once.
 */
export async function tell<S extends z.ZodMiniType>(
  trx: Trx,
  deps: TellDeps,
  userId: string,
  { kind: { name: kind, group, mailed }, facts, cause }: Alert<S>,
): Promise<void> {
  const wanted = await wantedOf(trx, userId, group)
  const mail = wanted.mail && mailed !== false
  if (!wanted.in_app && !mail) return
  const alert = await trx
    .insertInto('alerts')
    .values({
      user_id: userId,
      kind,
      facts: JSON.stringify(facts),
      cause: cause ?? null,
      shown: wanted.in_app,
      created_at: deps.now(),
    })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'kind', 'cause']).where('cause', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!alert) return
  if (wanted.in_app) await pushAlert(trx, deps, userId, alert.id)
  if (mail) await deps.jobs.enqueue(trx, mailJob, alert.id, { alertId: alert.id })
}

type Further<S extends z.ZodMiniType> = {
  kind: AlertKind<S>
  /** What the facts of the one told before have in common with this. */
  like: Partial<z.output<S>>
  since?: Temporal.Instant
  /** SQL for the new facts, from those of the row. */
  facts: ReturnType<typeof sql>
}

/** Adds to an alert that is still unread instead of telling another; answers whether there was one. */
export async function addToUnread<S extends z.ZodMiniType>(
  trx: Trx,
  deps: TellDeps,
  userId: string,
  { kind, like, since, facts }: Further<S>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update alerts set facts = ${facts}, written_by = pg_current_xact_id()
    where id = (
      select id from alerts where user_id = ${userId} and kind = ${kind.name} and read_at is null
        and facts @> ${JSON.stringify(like)}::jsonb
        and created_at > ${since ?? '-infinity'}::timestamptz
      order by id desc limit 1 for update)
    returning id`.execute(trx)
  if (rows[0]) await pushAlert(trx, deps, userId, rows[0].id)
  return rows.length > 0
}
