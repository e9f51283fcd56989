import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { PersonCard } from '#shared/api/people.ts'

/** Whether people can't be invited to a session because they already were, and whether they are enrolled. */
type Invitable = PersonCard & { invited: boolean; enrolled: boolean }

/** People as candidates for an invitation to a session. */
export async function asInvitable(
  db: Database,
  sessionId: string,
  people: readonly PersonCard[],
): Promise<Invitable[]> {
  const { rows } = await sql<{ id: string; invited: boolean; enrolled: boolean }>`
    select asked.id, enrolments.person_id is not null as enrolled,
      coalesce(state in ('sent', 'declined') or (state = 'accepted' and enrolments.person_id is not null), false) as invited
    from unnest(${people.map(({ id }) => id)}::uuid[]) as asked (id)
      left join invitations
        on invitations.session_id = ${sessionId} and invitations.person_id = asked.id
      left join enrolments
        on enrolments.session_id = ${sessionId} and enrolments.person_id = asked.id`.execute(db)
  const known = new Map(rows.map(row => [row.id, row]))
  return people.map(person => {
    const { invited = false, enrolled = false } = known.get(person.id) ?? {}
    return { ...person, invited, enrolled }
  })
}
