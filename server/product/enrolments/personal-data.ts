import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'

/** When the person leaves, `endEnrolments` removes these, and the invitations. */
export const enrolmentList: ExportList = {
  file: 'enrolments.json',
  about: 'the group sessions you are enrolled in',
  query: userId => sql`
    select session_id, title, users.username as taught_by, enrolments.created_at as since
    from enrolments join sessions on sessions.id = session_id join users on users.id = owner_id
    where person_id = ${userId} order by enrolments.created_at`,
}
