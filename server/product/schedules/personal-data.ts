import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const scheduleList: ExportList = {
  file: 'schedule.json',
  about: 'when you can be booked',
  query: userId => sql`
    select time_zone,
      (select json_agg(json_build_object('day', day, 'from', start_time, 'to', end_time) order by day, start_time)
       from schedule_ranges where user_id = schedules.user_id) as hours,
      (select json_agg(json_build_object('date', date, 'hours', ranges) order by date)
       from day_exceptions where user_id = schedules.user_id) as other_hours
    from schedules where user_id = ${userId}`,
}

/** Deletes a person's weekly hours, and with them the days with other hours and the offered times. */
export async function forgetSchedule(trx: Trx, userId: string): Promise<void> {
  await sql`delete from schedules where user_id = ${userId}`.execute(trx)
}
