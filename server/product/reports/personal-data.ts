import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { shownTo } from '../people/shown-to.ts'

export const reportList: ExportList = {
  file: 'reports.json',
  about: 'what you reported',
  query: userId => sql`
    select reason, details, state,
      coalesce(post_title, case when message_seq is null then '' else 'a message of ' end ||
        case when ${shownTo(userId, sql`users.id`)} then username else 'a person behind a block' end) as about,
      reports.created_at, closed_at
    from reports left join users on users.id = person_id
    where reporter_id = ${userId} order by reports.id`,
}

/**
 * Reports by the person: a decided report doesn't need its reporter anymore, but an open one must still be
 * handled; its words go with the decision (0071). Reports about the person keep who they were until then.
 */
export async function forgetReports(trx: Trx, userId: string): Promise<void> {
  await sql`delete from reports where reporter_id = ${userId} and state <> 'open'`.execute(trx)
  await sql`update reports set reporter_id = null where reporter_id = ${userId}`.execute(trx)
  await sql`
    update reports set person_was = jsonb_build_object('name', name, 'username', username,
      'email', case when email_verified then email end)
    from users where users.id = person_id and person_id = ${userId} and state = 'open' and deleted_at is null`.execute(
    trx,
  )
  await forgetReported(trx, sql`= ${userId}`)
}

/**
 * Removes from decided reports the data of people who have left, selected by a condition on their ids. An
 * open report stays complete: it still identifies a person who threatens somebody and leaves.
 */
export async function forgetReported(trx: Database, whose: RawBuilder<unknown>): Promise<void> {
  await sql`update reports set person_was = null, post_title = case when post_title is not null then 'A deleted post' end
    where person_id ${whose} and state <> 'open' and (person_was is not null or post_title <> 'A deleted post')`.execute(
    trx,
  )
  await sql`delete from reported_files using reported_messages message, reports
    where message.report_id = reported_files.report_id and message.seq = reported_files.seq
      and author_id ${whose} and reports.id = message.report_id and state <> 'open'`.execute(trx)
  await sql`update reported_messages set text = null from reports
    where author_id ${whose} and reports.id = report_id and state <> 'open' and text is not null`.execute(trx)
}
