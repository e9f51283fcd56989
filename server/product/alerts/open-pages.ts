import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Tells a person's open pages about a new alert when the transaction commits. */
export function alertOpenPages(
  trx: Database,
  { realtime }: Pick<Deps, 'realtime'>,
  userId: string,
  id: string,
): void {
  realtime.tell(trx, '/product', `person:${userId}`, 'alert', { id })
}

/**
 * Tells a person's open pages when the transaction commits that what they show changed, and no alert says so: the person wants none, or
 * changed it themselves, perhaps in another tab or on their phone.
 */
export function changeOpenPages(trx: Database, { realtime }: Pick<Deps, 'realtime'>, userId: string): void {
  realtime.tell(trx, '/product', `person:${userId}`, 'changed', {})
}

/** Tells a person's open pages when alerts were marked read or unread. */
export function refreshOpenPages(trx: Database, { realtime }: Pick<Deps, 'realtime'>, userId: string): void {
  realtime.tell(trx, '/product', `person:${userId}`, 'alerts_read', {})
}

/**
 * Tells each page of a person that connects how many alerts are unread, since some may have come after its count. If that fails, it
 * asks itself.
 */
export function tellUnreadAtConnect(
  { realtime, log }: Pick<Deps, 'realtime' | 'log'>,
  countUnread: (userId: string) => Promise<number>,
): void {
  realtime.namespace('/product').on('connection', async socket => {
    try {
      socket.emit('alerts_unread', { unread: await countUnread(socket.data.login.userId) })
    } catch (err) {
      log.warn({ err }, 'a newly connected page wasn’t sent its unread alerts')
      socket.emit('alerts_read', {})
    }
  })
}
