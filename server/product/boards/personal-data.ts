import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const boardList: ExportList = {
  file: 'boards.json',
  about: 'your boards, with what is drawn on them; without their pictures',
  // Each is up to 12 MiB. The cursor puts a board's elements together when it is fetched, so one takes neither much memory nor more than a
  // statement's time.
  rowsAtOnce: 1,
  query: userId => sql`
    select id, title, coalesce(booking_id, occurrence_id) as meeting_id, created_at, updated_at, deleted_at,
      (select coalesce(jsonb_agg(data order by data->>'index' collate "C"), '[]') from board_elements
       where board_id = boards.id and not deleted) as elements
    from boards where owner_id = ${userId} order by id`,
}

/** Deletes a person's own boards. Meetings' boards stay, since others drew on them too. */
export async function forgetBoards(trx: Trx, userId: string): Promise<void> {
  await sql`delete from boards where owner_id = ${userId} and booking_id is null and occurrence_id is null`.execute(
    trx,
  )
}
