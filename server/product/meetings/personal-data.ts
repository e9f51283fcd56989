import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const meetingList: ExportList = {
  file: 'meetings.json',
  about: 'when you were in meetings, and what you wrote beside them',
  query: userId => sql`
    select coalesce(booking_id, occurrence_id) as meeting, joined_at as at, left_at as until, null as wrote
    from attendances where person_id = ${userId}
    union all
    select coalesce(booking_id, occurrence_id), sent_at, null, text
    from meeting_messages join meeting_rooms on meeting_rooms.id = room_id where author_id = ${userId}
    order by at`,
}

/** Their attendance stays, since money depends on it. */
export async function forgetMeetingMessages(trx: Trx, userId: string): Promise<void> {
  await sql`delete from meeting_messages where author_id = ${userId}`.execute(trx)
}
