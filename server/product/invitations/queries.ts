import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { Invitation, SentInvitation } from '#shared/api/invitations.ts'
import { sessionPageSize } from '#shared/api/sessions.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { type SessionViewer, sessionCards } from '../sessions/session-cards.ts'

/** The page size of a session's invited people. */
export const sentPageSize = 20

type Page<T> = { cards: T[]; cursors: string[] }

/** A person's unanswered invitations that they can still accept, the latest first. */
export async function receivedInvitations(
  db: Database,
  viewer: SessionViewer,
  start: PageStart,
): Promise<Page<Invitation>> {
  const { rows } = await sql<{ id: string; session_id: string; created_at: Temporal.Instant }>`
    select invitations.id, session_id, invitations.created_at
    from invitations join sessions on sessions.id = session_id join users on users.id = owner_id
    where person_id = ${viewer.userId} and invitations.state = 'sent' and sessions.deleted_at is null
      and ${personVisibleTo(viewer.userId)}
      and exists (select from occurrences where occurrences.session_id = sessions.id and occurrences.state = 'planned'
        and ends_at > ${viewer.now}::timestamptz)
      and ${after(start)}
    order by invitations.created_at desc, invitations.id desc
    limit ${sql.lit(sessionPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const sessions = await sessionCards(
    db,
    viewer,
    rows.map(row => row.session_id),
  )
  const cards = rows.flatMap(({ id, session_id, created_at }) => {
    const session = sessions.find(card => card.id === session_id)
    return session ? [{ id, date: isoTime(created_at), session, profile: session.admin_profile }] : []
  })
  return { cards, cursors: cursorsOf(rows) }
}

/** The people invited to a session, the latest first. */
export async function sentInvitations(
  db: Database,
  ownerId: string,
  sessionId: string,
  start: PageStart,
): Promise<Page<SentInvitation>> {
  const { rows } = await sql<{
    id: string
    person_id: string
    state: SentInvitation['state']
    created_at: Temporal.Instant
  }>`
    select invitations.id, person_id, invitations.state, invitations.created_at
    from invitations join users on users.id = person_id
    where session_id = ${sessionId} and ${personVisibleTo(ownerId)} and ${after(start)}
    order by invitations.created_at desc, invitations.id desc
    limit ${sql.lit(sentPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const ids = rows.map(({ person_id }) => person_id)
  const people = await personCardsInOrder(db, ownerId, ids)
  const cards = rows.flatMap(({ id, person_id, state, created_at }) => {
    const person = people.find(card => card.id === person_id)
    return person ? [{ id, date: isoTime(created_at), state, person }] : []
  })
  return { cards, cursors: cursorsOf(rows) }
}

function cursorsOf(rows: readonly { id: string; created_at: Temporal.Instant }[]): string[] {
  return rows.map(({ id, created_at }) => timeCursor(created_at, id))
}

function after(start: PageStart): RawBuilder<boolean> {
  return afterTimeCursor(start.after, sql`(invitations.created_at, invitations.id)`, 'desc')
}
