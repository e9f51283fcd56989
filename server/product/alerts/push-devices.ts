import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type Alert, pushedDevices } from '#shared/api/alerts.ts'
import { type KnownKinds, readToSend } from './kind.ts'
import { arePushKeys, isPushAddress, sendPush } from './push-service.ts'
import { type AlertRow, inWords } from './queries.ts'
import { stillHelps } from './still-helps.ts'

const pushJob = 'alert-push'
const day = 24 * 60 * 60

type Device = { endpoint: string; p256dh: string; auth: string }

/** Adds the browser of a login, or gives it to this person if another one used it before. The oldest go where there are too many. */
export async function addDevice(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  login: Login,
  { endpoint, p256dh, auth }: Device,
): Promise<void> {
  if (!isPushAddress(config, endpoint)) {
    throw invalidField('body.endpoint', 'This browser uses a push service that we don’t know.')
  }
  if (!arePushKeys({ p256dh, auth })) {
    throw invalidField('body.p256dh', 'This browser gave a key that no message can be encrypted with.')
  }
  const { userId, loginId } = login
  const device = { user_id: userId, login_id: loginId, p256dh, auth, created_at: now() }
  await db.transaction().execute(async trx => {
    await lockLogin(trx, login)
    await trx
      .insertInto('push_devices')
      .values({ ...device, endpoint })
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    await sql`
      delete from push_devices where user_id = ${userId} and id not in (
        select id from push_devices where user_id = ${userId} order by created_at desc, id desc
        limit ${sql.lit(pushedDevices)})`.execute(trx)
  })
}

/**
 * Goes on with a browser in which the same person has signed in again, or that replaced its subscription: the one before was of the
 * same login.
 */
export async function renewDevice(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  login: Login,
  {
    endpoint,
    p256dh,
    auth,
  }: Pick<Device, 'endpoint'> & { p256dh?: string | undefined; auth?: string | undefined },
): Promise<void> {
  const renewed = await db.transaction().execute(async trx => {
    await lockLogin(trx, login)
    const known = await trx
      .updateTable('push_devices')
      .set({ login_id: login.loginId })
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', login.userId)
      .returning('id')
      .executeTakeFirst()
    if (known || !p256dh || !auth) return known
    if (!isPushAddress(config, endpoint) || !arePushKeys({ p256dh, auth })) return undefined
    // The endpoint may be somebody else's, who turned notifications on in this browser before.
    const { rows } = await sql`
      update push_devices set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
      where id = (select id from push_devices where login_id = ${login.loginId} order by created_at desc, id desc limit 1)
        and not exists (select from push_devices where endpoint = ${endpoint})
      returning id`.execute(trx)
    return rows[0]
  })
  if (!renewed) throw absent()
}

/** Keeps the caller's login until the transaction ends: it may have ended since it was read. */
async function lockLogin(trx: Trx, { loginId }: Login): Promise<void> {
  const { rows } = await sql`select from logins where id = ${loginId} for key share`.execute(trx)
  if (rows.length === 0) throw problem('unauthenticated', 'Sign in first.')
}

/** Stops sending to a person's browser, whichever login added it; not found if it gets nothing of theirs. */
export async function removeDevice(
  { db }: Pick<Deps, 'db'>,
  { userId }: Login,
  endpoint: string,
): Promise<void> {
  const removed = await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw absent()
}

const absent = () => problem('not_found', 'Notifications aren’t on for this device.')

/** The devices that show an alert, to be read in the statement that writes it. */
export const devicesOf = sql<string[]>`
  array(select id from push_devices where push_devices.user_id = alerts.user_id and login_id is not null)`

/** Enqueues an alert for devices in the caller's transaction: one job each, so that no device hears it twice because another failed. */
export async function pushLater(
  trx: Trx,
  { jobs }: Pick<Deps, 'jobs'>,
  alertId: string,
  devices: readonly string[],
): Promise<void> {
  for (const deviceId of devices) {
    await jobs.enqueue(trx, pushJob, `${alertId}:${deviceId}`, { alertId, deviceId })
  }
}

type Row = Device & AlertRow & { user_id: string; zone: string }

/** Sends alerts to devices, worded as they are sent. Skips those that were read by then or no longer help, and devices whose login has ended. */
export function definePush(
  deps: Pick<Deps, 'jobs' | 'db' | 'config' | 'log' | 'now'>,
  known: KnownKinds,
): void {
  const { jobs, db, config, log, now } = deps
  jobs.define<{ alertId: string; deviceId: string }>(pushJob, {
    sideBySide: true,
    async run({ alertId, deviceId }) {
      const { rows } = await sql<Row>`
        select alerts.id, alerts.user_id, kind, facts, alerts.created_at, read_at, endpoint, p256dh, auth,
          coalesce(users.time_zone, schedules.time_zone, 'UTC') as zone
        from alerts join push_devices on push_devices.id = ${deviceId} and push_devices.user_id = alerts.user_id
          join logins on logins.id = push_devices.login_id and logins.expires_at > ${now()}
          join users on users.id = alerts.user_id left join schedules on schedules.user_id = users.id
        where alerts.id = ${alertId} and shown and read_at is null and users.deleted_at is null`.execute(db)
      const row = rows[0]
      if (!row || !isPushAddress(config, row.endpoint)) return
      if (!(await stillHelps(db, alertId, readToSend(known, row), now()))) return
      const [alert] = await inWords(db, known, { userId: row.user_id, zone: row.zone }, [row])
      if (!alert) return
      const { endpoint, p256dh, auth } = row
      const isUrgent = alert.group === 'last_reminders'
      const sent = await sendPush(
        config,
        { endpoint, keys: { p256dh, auth } },
        {
          data: { ...messageOf(alert), isUrgent },
          lastsSeconds: isUrgent ? 10 * 60 : day,
          isUrgent,
        },
      )
      if (sent === 'sent') return
      log.info({ deviceId }, 'a device no longer accepts notifications')
      await db.deleteFrom('push_devices').where('id', '=', deviceId).execute()
    },
  })
}

/** A push message holds 4 kB at most (RFC 8030, section 7.2). */
const longest = 300

function messageOf({ id, title, about, link }: Alert) {
  return { id, title: title.slice(0, longest), about: about?.slice(0, longest) ?? '', link }
}
