import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { canceledText, notOpenYet, overAlready } from '#shared/api/meetings.ts'
import { isOpen } from '#shared/domain/booking-states.ts'
import { closeOf, type MeetingKey, ofMeeting } from './meeting.ts'
import { backWithinSeconds } from './stays.ts'

/**
 * Whether a person may be in a meeting at this time: while it is open, and a bit longer if they were in it at
 * its end. `late` is that extra time, during which the meeting may already be settled.
 */
export async function accessAt(
  trx: Trx,
  key: MeetingKey,
  userId: string,
  times: { start: Temporal.Instant; end: Temporal.Instant },
  now: Temporal.Instant,
): Promise<'open' | 'late' | 'closed'> {
  if (isOpen(times, now)) return 'open'
  const over = Temporal.Instant.compare(now, times.end) >= 0
  if (!over || Temporal.Instant.compare(now, closeOf(times)) >= 0) return 'closed'
  const { rows } = await sql`
    select from attendances where ${ofMeeting(key)} and person_id = ${userId}
      and left_at >= ${times.end.subtract({ seconds: backWithinSeconds })}::timestamptz limit 1`.execute(trx)
  return rows.length > 0 ? 'late' : 'closed'
}

/** The 409 for someone whose meeting was canceled. */
export const canceled = () => problem('conflict', canceledText)

/** The 409 for someone who comes too early or too late. */
export const notOpen = ({ start }: { start: Temporal.Instant }, now: Temporal.Instant) =>
  problem('conflict', Temporal.Instant.compare(now, start) < 0 ? notOpenYet : overAlready)
