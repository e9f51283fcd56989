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

/** Tells a person's open pages when alerts were marked read or unread. */
export function refreshOpenPages(trx: Database, { realtime }: Pick<Deps, 'realtime'>, userId: string): void {
  realtime.tell(trx, '/product', `person:${userId}`, 'alerts_read', {})
}
