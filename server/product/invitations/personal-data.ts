import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'
import { shownTo } from '../people/shown-to.ts'

/**
 * When the person leaves, `endEnrolments` removes those they received; those they sent stay with their
 * sessions.
 */
export const invitationList: ExportList = {
  file: 'invitations.json',
  about: 'your invitations to group sessions, and those you sent',
  query: userId => sql`
    select session_id, case when owner_id = ${userId} or ${shownTo(userId, sql`owner_id`)} then title end as title,
      case when owner_id = ${userId} then 'sent' else 'received' end as direction,
      case when ${shownTo(userId, sql`other.id`)} then other.username end as with, state, invitations.created_at, decided_at
    from invitations join sessions on sessions.id = session_id
      join users other on other.id = case when owner_id = ${userId} then person_id else owner_id end
    where ${userId} in (owner_id, person_id) order by invitations.id`,
}
