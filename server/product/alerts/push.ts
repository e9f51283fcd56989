import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Lets whatever a person has open know that there is an alert, when the transaction commits. */
export function pushAlert(
  trx: Database,
  { realtime }: Pick<Deps, 'realtime'>,
  userId: string,
  id: string,
): Promise<void> {
  return realtime.tell(trx, '/product', `person:${userId}`, 'alert', { id })
}

/** Lets whatever a person has open know that alerts became read, or unread again. */
export function pushRead(trx: Database, { realtime }: Pick<Deps, 'realtime'>, userId: string): Promise<void> {
  return realtime.tell(trx, '/product', `person:${userId}`, 'alerts_read', {})
}
