import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { zoneOf } from '../people/zone-of.ts'
import type { KnownKinds } from './kind.ts'
import { type AlertRow, inWords } from './queries.ts'

/** An alert's facts are ids; the export has the words that the person saw. */
export const alertList = (kinds: KnownKinds): ExportList => ({
  file: 'alerts.json',
  about: 'your alerts',
  query: userId => sql`
    select id, kind, facts, created_at, read_at from alerts where user_id = ${userId} order by id`,
  async read(db, userId, rows) {
    const alerts = rows as AlertRow[]
    const readAt = new Map(alerts.map(({ id, read_at }) => [id, read_at]))
    const reader = { userId, zone: (await zoneOf(db, userId)) ?? 'UTC' }
    const told = await inWords(db, kinds, reader, alerts)
    return told.map(({ id, date, title, about }) => ({ at: date, title, about, read_at: readAt.get(id) }))
  },
})

export const alertChoiceList: ExportList = {
  file: 'alert-choices.json',
  about: 'your notification settings',
  query: userId => sql`
    select alert_group as about, channel, wanted from alert_choices where user_id = ${userId}
    order by alert_group, channel`,
}

export const pushDeviceList: ExportList = {
  file: 'notified-devices.json',
  about: 'the browsers that show your alerts',
  query: userId => sql`
    select created_at as at, endpoint from push_devices where user_id = ${userId} order by id`,
}

/** Deletes a person's alerts, what they chose about them, and the devices that get them. */
export async function forgetAlerts(trx: Trx, userId: string): Promise<void> {
  await sql`delete from alerts where user_id = ${userId}`.execute(trx)
  await sql`delete from alert_choices where user_id = ${userId}`.execute(trx)
  await sql`delete from push_devices where user_id = ${userId}`.execute(trx)
}
