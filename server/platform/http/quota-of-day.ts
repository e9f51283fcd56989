import { sql } from 'kysely'
import { durationText } from '#shared/domain/duration-text.ts'
import type { Trx } from '../db/database.ts'
import { lockName } from '../db/lock-name.ts'
import { problem } from './problem.ts'

type Quota = {
  /** Where each is a row with its `created_at`. */
  table: 'reports' | 'support_messages'
  /** The column of who sent it. */
  sender: 'reporter_id' | 'user_id'
  most: number
  /** What they are called. */
  things: string
}

/** Refuses the row just stored if its sender had sent as many as they may in 24 hours; says when they can send another. */
export async function refuseOverQuota(
  trx: Trx,
  senderId: string,
  { table, sender, most, things }: Quota,
  now: Temporal.Instant,
): Promise<void> {
  // Several at once would each find room.
  await lockName(trx, `${table} of ${senderId}`)
  const { rows } = await sql<{ created_at: Temporal.Instant }>`
    select created_at from ${sql.table(table)}
    where ${sql.ref(sender)} = ${senderId} and created_at > ${now.subtract({ hours: 24 })}::timestamptz
    order by created_at desc offset ${most} limit 1`.execute(trx)
  const [oldest] = rows
  if (!oldest) return
  const seconds = Math.ceil(now.until(oldest.created_at.add({ hours: 24 })).total('seconds'))
  const detail = `You’ve sent ${most} ${things} in 24 hours, the most you can send. Try again in ${durationText(seconds)}.`
  throw problem('quota_exceeded', detail, { retryAfterSeconds: seconds })
}
