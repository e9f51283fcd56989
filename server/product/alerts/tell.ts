import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { wantedOf } from './choices.ts'
import type { AlertKind } from './kind.ts'
import { mailJob } from './mail.ts'
import { alertOpenPages, changeOpenPages } from './open-pages.ts'
import { devicesOf, pushLater } from './push-devices.ts'

type Alert<S extends z.ZodMiniType> = {
  kind: AlertKind<S>
  facts: z.output<S>
  /** Names the cause, if it can recur or be noticed twice: it makes one alert. */
  cause?: string
}

type TellDeps = Pick<Deps, 'jobs' | 'now' | 'realtime'>

/**
 * Notifies a person, according to their choices: inserts an alert row, an event for their open pages, and jobs
 * for their devices and their mail, all in the caller's transaction. The pages hear of it in any case, as they show
 * what the alert is about. The alert's id identifies the mail, so that a mail program which got it before a crash
 * shows it once.
 */
export async function tell<S extends z.ZodMiniType>(
  trx: Trx,
  deps: TellDeps,
  userId: string,
  { kind: { name: kind, group, mailed }, facts, cause }: Alert<S>,
): Promise<void> {
  const wanted = await wantedOf(trx, userId, group)
  const mail = wanted.mail && mailed !== false
  if (!wanted.in_app) changeOpenPages(trx, deps, userId)
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
    .returning(['id', devicesOf.as('devices')])
    .executeTakeFirst()
  if (!alert) return
  if (wanted.in_app) {
    alertOpenPages(trx, deps, userId, alert.id)
    await pushLater(trx, deps, alert.id, alert.devices)
  }
  if (mail) await deps.jobs.enqueue(trx, mailJob, alert.id, { alertId: alert.id })
}

type Further<S extends z.ZodMiniType> = {
  kind: AlertKind<S>
  /** What the facts of the earlier alert have in common with this one. */
  like: Partial<z.output<S>>
  /** An older one may be forgotten: what comes now is news. */
  since: Temporal.Instant
  /** SQL for the new facts, based on the row's. */
  facts: ReturnType<typeof sql>
}

/**
 * Adds to an alert that is still unread instead of sending another; returns it and its person's devices, if there
 * was one. Not to a hidden one of a person who has turned alerts on Ignite on since, nor to a visible one of a person
 * who has turned them off.
 */
export async function addToUnread<S extends z.ZodMiniType>(
  trx: Trx,
  deps: TellDeps,
  userId: string,
  { kind, like, since, facts }: Further<S>,
): Promise<{ id: string; devices: string[] } | undefined> {
  const { in_app: shown } = await wantedOf(trx, userId, kind.group)
  const { rows } = await sql<{ id: string; devices: string[] }>`
    update alerts set facts = ${facts}, written_by = pg_current_xact_id()
    where id = (
      select id from alerts where user_id = ${userId} and kind = ${kind.name} and read_at is null and shown = ${shown}
        and facts @> ${JSON.stringify(like)}::jsonb and created_at > ${since}::timestamptz
      order by id desc limit 1 for update)
    returning id, ${devicesOf} as devices`.execute(trx)
  const [joined] = rows
  if (joined && shown) alertOpenPages(trx, deps, userId, joined.id)
  if (joined && !shown) changeOpenPages(trx, deps, userId)
  return joined
}
